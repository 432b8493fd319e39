import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that start servers take longest, then the API's on PostgreSQL, the plans of the large set
 * among them: started last, one would leave a processor idle.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort.call(this, files);
    const place = ({ project }: TestSpecification) =>
      project.config.isolate ? 0 : project.name === 'postgres' ? 1 : 2;
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}
