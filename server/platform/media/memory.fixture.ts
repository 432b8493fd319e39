import { pictureFrom } from './images.ts';

/**
 * Decodes the AVIF on standard input once, then twice at once, and prints the growth in memory of
 * each.
 */
const chunks: Buffer[] = [];
for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk);
const file = { bytes: Buffer.concat(chunks) };
const read = () => pictureFrom(file, 'image', 'cover');
const highest = () => process.resourceUsage().maxRSS * 1024;

const before = process.memoryUsage.rss();
await read();
const once = highest();
await Promise.all([read(), read()]);
console.log(JSON.stringify({ first: once - before, more: highest() - once }));
