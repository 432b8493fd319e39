// The size of folders. A longer list can't be taken in at a glance, and hides what belongs
// together.

const most = 30;
const designSystem = 'web/ui';

const isProduct = (file) => /^(contract|server|web)\//.test(file);
const isTest = (file) => /\.(test|fixture)\.tsx?$/.test(file);

/** Names each folder of the product with too many files of its own; tests don't count. */
export function folderProblems(files) {
  const counts = new Map();
  for (const file of files.filter((each) => isProduct(each) && !isTest(each))) {
    const folder = file.slice(0, file.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([folder, count]) => count > most && folder !== designSystem)
    .map(
      ([folder, count]) =>
        `${folder} has ${count} files; give those that belong together a folder, ${most} are the most`,
    );
}
