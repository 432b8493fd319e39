// Loaded before the server: should the process that started it die, the server ends as if it were
// told to, and gives up what it holds.
import { isMainThread } from 'node:worker_threads';
import { whenOrphaned } from './orphan.mjs';

if (isMainThread && process.channel) {
  process.once('disconnect', end);
  process.channel.unref();
} else if (isMainThread) {
  whenOrphaned(end);
}

function end() {
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143);
}
