import { signIn } from '#tests/crash/client.ts';
import { readList, overHttp } from '#tests/crash/transport.ts';

export interface Load {
  /** How often each outcome came. */
  outcomes: Map<string, number>;
  /** Resolves after this many further answers. */
  more: (count: number) => Promise<void>;
  end: () => Promise<void>;
}

/** Demo members who read and write, each call as soon as the last is answered. */
export async function putUnderLoad(address: string): Promise<Load> {
  const send = overHttp(address);
  const cookie = await signIn(send, 'member@example.com');
  const [group] = await readList<{ id: number }>(send, '/api/groups');
  const outcomes = new Map<string, number>();
  const over = new AbortController();
  let answered = 0;
  const waiting = new Set<{ until: number; resolve: () => void }>();

  const visit = async (method: 'GET' | 'POST', path: string, sending = {}) => {
    while (!over.signal.aborted) {
      const { status } = await send(method, path, sending).catch(() => ({ status: 'failed' }));
      const outcome = `${method} ${status}`;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      answered += 1;
      for (const { until, resolve } of waiting) if (answered >= until) resolve();
    }
  };
  const visits = [
    visit('GET', '/api/groups'),
    visit('GET', '/api/events', { cookie }),
    visit('GET', '/api/user', { cookie }),
    visit('POST', `/api/groups/${group?.id}/members`, { cookie }),
  ];
  return {
    outcomes,
    more: (count) => new Promise((resolve) => waiting.add({ until: answered + count, resolve })),
    end: async () => {
      over.abort();
      await Promise.all(visits);
    },
  };
}

/** Returns the unacceptable outcomes. */
export const failuresOf = ({ outcomes }: Load) =>
  [...outcomes].filter(([outcome]) => !/ 20[01]$/.test(outcome));
