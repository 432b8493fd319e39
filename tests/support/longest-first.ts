import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that start servers take longest: begun last, one of them would leave a processor idle for as long. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort.call(this, files);
    const isLong = ({ project }: TestSpecification) => project.config.isolate;
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
