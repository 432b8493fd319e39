import { startTestPostgres } from './server.ts';

/** Starts a server, says where it is, and leaves it running until this process is ended. */
const { url } = await startTestPostgres();
console.log(url);
process.stdin.resume();
