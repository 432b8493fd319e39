const [fewest, most] = [15, 150];

type Call = () => Promise<unknown>;

/**
 * Compares alternating calls by the fastest of each: half their difference over their mean, where 0
 * is equal. Other load only slows calls down, so the calls repeat while a difference shows. The
 * time of `before` doesn't count.
 */
export async function difference(one: Call, other: Call, before: Call = async () => {}) {
  await Promise.all([one(), other()]);
  let [first, second] = [Infinity, Infinity];
  const apart = () => Math.abs(first - second) / (first + second);
  for (let turn = 0; turn < fewest || (turn < most && apart() >= noticeable); turn += 1) {
    await before();
    first = Math.min(first, await timeOf(one));
    await before();
    second = Math.min(second, await timeOf(other));
  }
  return apart();
}

/** A reader over a network can't notice a smaller difference. */
export const noticeable = 0.25;

async function timeOf(call: Call): Promise<number> {
  const begun = performance.now();
  await call();
  return performance.now() - begun;
}
