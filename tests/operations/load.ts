import { Random } from '#tests/crash/random.ts';
import {
  acknowledgedBy,
  checkAcknowledged,
  type Crowd,
  gatherCrowd,
  writeUntil,
} from '#tests/crash/rounds.ts';
import type { Send } from '#tests/crash/transport.ts';

const readers = 6;
const pages = ['/events', '/api/events', '/api/groups', '/api/user', '/api/user/groups', '/'];

/** People who write and visitors who read at once; every answer is counted. */
export class Load {
  /** Counts answers, as 'GET 200'; a request without an answer is 'GET cut off'. */
  readonly answers = new Map<string, number>();
  /** The slowest answer so far. */
  slowestMs = 0;
  readonly crowd: Crowd;
  readonly #send: Send;
  readonly #address: string;

  private constructor(address: string, send: Send, crowd: Crowd) {
    this.#address = address;
    this.#send = this.#counted(send);
    this.crowd = crowd;
  }

  /** Signs people in through the site at this address, which has the demo content. */
  static async at(address: string, send: Send): Promise<Load> {
    return new Load(address, send, await gatherCrowd(send, new Random(23)));
  }

  get acknowledged(): number {
    return acknowledgedBy(this.crowd);
  }

  /** Everybody writes and reads without pause until it ends; an unacknowledged write fails it. */
  async until(over: () => boolean): Promise<void> {
    const visits = Array.from({ length: readers }, (_, turn) => this.#read(turn, over));
    await Promise.all([writeUntil(over, this.#send, this.crowd), ...visits]);
  }

  /** Resets the counts. */
  begin(): void {
    this.answers.clear();
    this.slowestMs = 0;
  }

  /** Compares the stored data with every acknowledged write. */
  checkWord = (send: Send) => checkAcknowledged(send, this.crowd);

  /** Returns requests that failed or got no answer. */
  get failed(): string[] {
    return [...this.answers]
      .filter(([answer]) => /5\d\d$|cut off$/.test(answer))
      .map(([answer, times]) => `${times} times ${answer}`);
  }

  get total(): number {
    return [...this.answers.values()].reduce((sum, times) => sum + times, 0);
  }

  async #read(turn: number, over: () => boolean): Promise<void> {
    const { clients } = this.crowd;
    for (let visit = turn; !over(); visit += 1) {
      const path = pages[visit % pages.length] ?? '/';
      const cookie = visit % 2 ? clients[visit % clients.length]?.cookie : undefined;
      await this.#timed('GET', () => statusOf(new URL(path, this.#address), cookie));
    }
  }

  #counted(send: Send): Send {
    return async (method, path, sending) => {
      const asked = send(method, path, sending);
      await this.#timed(method, async () => (await asked).status);
      const answer = await asked;
      // A proxy answers these for a process that is gone: the request's fate is unknown.
      if ([502, 503, 504].includes(answer.status)) {
        throw new Error(`${method} ${path} was cut off: ${answer.status}`);
      }
      return answer;
    };
  }

  async #timed(method: string, ask: () => Promise<number>): Promise<void> {
    const begun = performance.now();
    const status = await ask().catch(() => 'cut off');
    this.slowestMs = Math.max(this.slowestMs, performance.now() - begun);
    const answer = `${method} ${status}`;
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1);
  }
}

async function statusOf(url: URL, cookie: string | undefined): Promise<number> {
  const answer = await fetch(url, { headers: cookie ? { cookie } : {}, redirect: 'manual' });
  await answer.arrayBuffer();
  return answer.status;
}
