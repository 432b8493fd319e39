// Loaded before the server: if the parent process dies, the server shuts down as after a signal and
// releases its locks.
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
