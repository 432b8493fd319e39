import type { Worker } from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { second } from '#contract/platform/durations.ts';

/**
 * Several processes behind one port each measure themselves. The parent gathers the figures and
 * labels each with its process.
 */

type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

const metricsRequest = 'metrics';
const answerTimeoutMs = 5 * second;

/** Makes one process among several send its metrics when asked. */
export function answerMetrics(registry: Registry, place: string): void {
  registry.setDefaultLabels({ process: place });
  process.on('message', (message) => {
    if (message !== metricsRequest) return;
    void registry.getMetricsAsJSON().then((measured) => process.send?.({ measured }));
  });
}

/** The metrics of all processes, in Prometheus' text format. */
export function gatheredMetrics(
  serving: () => Worker[],
): Pick<Registry, 'contentType' | 'metrics'> {
  return {
    contentType: AggregatorRegistry.PROMETHEUS_CONTENT_TYPE,
    metrics: async () => {
      const answers = await Promise.all(serving().map(measuredBy));
      return AggregatorRegistry.aggregate(answers.filter((each) => each.length > 0)).metrics();
    },
  };
}

/** Returns nothing if the process ends meanwhile or is too busy. */
function measuredBy(worker: Worker): Promise<MetricValues> {
  const { promise, resolve } = Promise.withResolvers<MetricValues>();
  const onMessage = (message: { measured?: MetricValues }) => {
    if (message.measured) resolve(message.measured);
  };
  const onEnd = () => resolve([]);
  const late = setTimeout(onEnd, answerTimeoutMs);
  worker.on('message', onMessage).once('exit', onEnd);
  worker.send(metricsRequest);
  return promise.finally(() => {
    clearTimeout(late);
    worker.off('message', onMessage).off('exit', onEnd);
  });
}
