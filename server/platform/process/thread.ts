import { parentPort, Worker } from 'node:worker_threads';

interface Order<Input> {
  number: number;
  input: Input;
}

type Delivery<Made> = { number: number } & ({ begun: true } | { made: Made } | { error: string });

interface Waiting<Made> {
  resolve: (made: Made) => void;
  reject: (error: Error) => void;
}

/** The most that one order may use; more ends the thread. */
interface ThreadLimits {
  memoryMb: number;
  /** From the moment at which the thread begins the order. */
  longestMs: number;
}

export interface Thread<Input, Made> {
  ask: (input: Input) => Promise<Made>;
  close: () => Promise<void>;
}

/**
 * Starts a thread with the first order, and again after a failure; while idle it doesn't keep the
 * process alive.
 */
export function threadOnDemand<Input, Made>(
  script: string,
  limits?: ThreadLimits,
): Thread<Input, Made> {
  const orders = new Map<number, Waiting<Made>>();
  let worker: Worker | undefined;
  let number = 0;
  let timer: NodeJS.Timeout | undefined;

  function receive(delivery: Delivery<Made>): void {
    clearTimeout(timer);
    if ('begun' in delivery) {
      if (limits) timer = setTimeout(() => void worker?.terminate(), limits.longestMs);
      return;
    }
    const order = orders.get(delivery.number);
    orders.delete(delivery.number);
    if (orders.size === 0) worker?.unref();
    if ('made' in delivery) order?.resolve(delivery.made);
    else order?.reject(new Error(delivery.error));
  }

  function lose(error: Error): void {
    clearTimeout(timer);
    worker = undefined;
    for (const { reject } of orders.values()) reject(error);
    orders.clear();
  }

  function start(): Worker {
    const fresh = new Worker(script, {
      execArgv: [],
      ...(limits && { resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb } }),
    });
    fresh.on('message', receive);
    const end = (error: Error) => {
      if (worker === fresh) lose(error);
    };
    fresh.on('error', (error) => end(error instanceof Error ? error : new Error(String(error))));
    fresh.on('exit', () => end(new Error('the thread has ended')));
    return fresh;
  }

  return {
    ask: (input) =>
      new Promise<Made>((resolve, reject) => {
        number += 1;
        orders.set(number, { resolve, reject });
        worker ??= start();
        worker.ref();
        worker.postMessage({ number, input } satisfies Order<Input>);
      }),
    close: async () => {
      await worker?.terminate();
    },
  };
}

/** Runs a function for each order that the thread receives. */
export function serveThread<Input, Made>(make: (input: Input) => Made | Promise<Made>): void {
  const deliver = async ({ number, input }: Order<Input>): Promise<Delivery<Made>> => {
    try {
      return { number, made: await make(input) };
    } catch (error) {
      return { number, error: error instanceof Error ? error.message : String(error) };
    }
  };
  parentPort?.on('message', (order: Order<Input>) => {
    parentPort?.postMessage({ number: order.number, begun: true });
    void deliver(order).then((delivery) => parentPort?.postMessage(delivery));
  });
}
