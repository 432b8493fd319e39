/**
 * Starts to measure this thread's processor time; the function it returns reads it in milliseconds.
 * Other processes' load doesn't count, unlike with a clock.
 */
export function processorTime(): () => number {
  const before = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
}
