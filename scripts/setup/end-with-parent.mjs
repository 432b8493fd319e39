// Loaded before a program that runs as the child of start.mjs or dev.mjs: should that process be
// killed, the program ends as if it were told to, and gives up what it holds.
process.once('disconnect', () => {
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143);
});
process.channel?.unref();
