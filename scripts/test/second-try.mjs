/** With more failures than this, none is run again: they are no coincidence. */
export const mostUnstable = 3;

/**
 * Runs the file of each failed test once more, alone and whole, since its tests may depend on each
 * other. A test whose file then passes is unstable, and counts as passed.
 * @param run runs a step with arguments of its runner: `(step, args) => counts`
 * @returns the unstable tests' failures; the counts of `results` are corrected by them
 */
export async function tryAgain(results, run) {
  const failed = results.flatMap(({ failures = [] }) => failures);
  const canRun = failed.every(({ file }) => file !== undefined);
  if (failed.length > mostUnstable || !canRun) return [];
  const unstable = [];
  for (const result of results) {
    for (const tests of byPlace(result.failures ?? [])) {
      const { file, project } = tests[0];
      const { passed, failed: again } = await run(result.name, [
        file,
        ...(project ? ['--project', project] : []),
      ]);
      if (passed === 0 || again > 0) continue;
      unstable.push(...tests);
      result.passed += tests.length;
      result.failed -= tests.length;
      result.failures = result.failures.filter((each) => !tests.includes(each));
    }
  }
  return unstable;
}

function byPlace(failures) {
  const places = new Map();
  for (const failure of failures) {
    const place = `${failure.project} ${failure.file}`;
    places.set(place, [...(places.get(place) ?? []), failure]);
  }
  return places.values();
}
