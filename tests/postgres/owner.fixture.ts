import { startTestPostgres } from './server.ts';

/** Starts a server, prints its address, and leaves it running until this process ends. */
const { url } = await startTestPostgres();
console.log(url);
process.stdin.resume();
