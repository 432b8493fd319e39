/** The command by which Playwright starts a site; no shell stays between them, so that the site hears of its end. */
export function siteCommand(script: string, ...args: string[]): string {
  const words = [process.execPath, script].map((word) => JSON.stringify(word));
  return [...(process.platform === 'win32' ? [] : ['exec']), ...words, ...args].join(' ');
}
