import { pictureFrom } from './images.ts';

/** Reads the AVIF on standard input twice at once, and tells by how many bytes that took its memory up. */
const chunks: Buffer[] = [];
for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk);
const file = { type: 'image/avif' as const, bytes: Buffer.concat(chunks) };

const before = process.memoryUsage.rss();
const read = () => pictureFrom(file, 'image', 'cover');
await Promise.all([read(), read()]);
console.log(process.resourceUsage().maxRSS * 1024 - before);
