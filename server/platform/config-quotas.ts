import { quotas } from '#contract/platform/limits.ts';
import { quotaNames, type QuotaName, type Quotas } from '#contract/platform/quotas.ts';

/** Parses the factor of each quota from `pictures=4,comments=2`; undefined for anything else. */
export function parseQuotaFactors(value: string): Map<QuotaName, number> | undefined {
  const factors = new Map<QuotaName, number>();
  for (const part of value.split(',')) {
    const [, name, factor] = /^(\w+) *= *([1-9]\d{0,3})$/.exec(part.trim()) ?? [];
    const quota = quotaNames.find((each) => each === name);
    if (!quota || factors.has(quota)) return undefined;
    factors.set(quota, Number(factor));
  }
  return factors;
}

/** Multiplies the default quotas by their factors. */
export function raisedQuotas(factors: ReadonlyMap<QuotaName, number>): Quotas {
  const raised = (name: QuotaName) =>
    Object.entries(quotas[name]).map(([whose, limit]) => [whose, limit * (factors.get(name) ?? 1)]);
  return Object.fromEntries(
    quotaNames.map((name) => [name, Object.fromEntries(raised(name))]),
  ) as Quotas;
}
