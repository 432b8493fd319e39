// Measures the embedded gazetteer: loading it, its memory, and searches for what people type.
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { shortestLocation } from '#contract/base/locations.ts';
import { createGazetteer, placesFile } from '#platform/geo/gazetteer.ts';

const searches = 2_000;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const heapBefore = heap();
const started = performance.now();
const text = readFileSync(placesFile, 'utf8');
const search = createGazetteer(text);
const loading = performance.now() - started;
const kept = heap() - heapBefore;

const prefixes = [...new Set(namesIn(text).flatMap(prefixesOf))];
const typed = Array.from(
  { length: searches },
  (_, index) => prefixes[Math.floor((index * prefixes.length) / searches)] ?? '',
);
const [first = 0] = typed.slice(0, 1).map(timeOf);
for (const each of typed) search(each);
const times = typed.map(timeOf).toSorted((one, other) => one - other);

console.table({
  'loading, ms': loading.toFixed(1),
  'heap, MB': (kept / 1024 ** 2).toFixed(2),
  'the first search, ms': first.toFixed(3),
  [`median of ${searches} searches, ms`]: quantile(0.5),
  'p99, ms': quantile(0.99),
  'longest, ms': quantile(1),
});

function namesIn(places: string): string[] {
  const rows = places.split('\n').filter((line) => /^[^@#]/.test(line));
  return rows.map((row) => row.split(/[|\t]/, 1).join());
}

function prefixesOf(name: string): string[] {
  const lengths = Array.from({ length: name.length }, (_, index) => index + 1);
  return lengths
    .filter((length) => length >= shortestLocation)
    .map((length) => name.slice(0, length));
}

function timeOf(each: string): number {
  const start = performance.now();
  search(each);
  return performance.now() - start;
}

function quantile(part: number): string {
  return (times[Math.ceil(part * times.length) - 1] ?? 0).toFixed(4);
}

function heap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
