/**
 * Starts to measure how long this thread has the processor; the function it answers tells it in milliseconds.
 * What other processes take from the machine meanwhile does not count, as it would by the clock.
 */
export function processorTime(): () => number {
  const before = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
}
