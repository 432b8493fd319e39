import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that start servers take longest: started last, one would leave a processor idle. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort.call(this, files);
    const isLong = ({ project }: TestSpecification) => project.config.isolate;
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
