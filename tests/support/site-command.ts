/**
 * Builds the command by which Playwright starts a site, without a shell, so that signals reach the
 * site.
 */
export function siteCommand(script: string, ...args: string[]): string {
  const words = [process.execPath, script].map((word) => JSON.stringify(word));
  return [...(process.platform === 'win32' ? [] : ['exec']), ...words, ...args].join(' ');
}
