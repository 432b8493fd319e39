import type { Worker } from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { second } from '#contract/platform/durations.ts';

/** Of several processes behind one port each measures itself; who looks after them gathers it, and says whose it is. */

type Measured = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

const question = 'metrics';
const patienceMs = 5 * second;

/** In a process that is one of several: hands on what it has measured when it is asked. */
export function answerMetrics(registry: Registry, place: string): void {
  registry.setDefaultLabels({ process: place });
  process.on('message', (message) => {
    if (message !== question) return;
    void registry.getMetricsAsJSON().then((measured) => process.send?.({ measured }));
  });
}

/** What all of them have measured, as Prometheus reads it. */
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

/** Nothing where it ends meanwhile, or is too busy to say. */
function measuredBy(worker: Worker): Promise<Measured> {
  const { promise, resolve } = Promise.withResolvers<Measured>();
  const onMessage = (message: { measured?: Measured }) => {
    if (message.measured) resolve(message.measured);
  };
  const onEnd = () => resolve([]);
  const late = setTimeout(onEnd, patienceMs);
  worker.on('message', onMessage).once('exit', onEnd);
  worker.send(question);
  return promise.finally(() => {
    clearTimeout(late);
    worker.off('message', onMessage).off('exit', onEnd);
  });
}
