const browserNames = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/^(?=.*\bVersion\/\d).* Safari\//, 'Safari'],
] as const;

const systemNames = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
] as const;

type Browser = (typeof browserNames)[number][1];
type System = (typeof systemNames)[number][1];
export type DeviceName = Browser | System | `${Browser} on ${System}` | 'An unknown device';

const nameIn = <Name>(list: readonly (readonly [RegExp, Name])[], userAgent: string) =>
  list.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Names the device, 'Firefox on Windows', from the User-Agent header. */
export function deviceName(userAgent: string | null): DeviceName {
  const browser = nameIn(browserNames, userAgent ?? '');
  const system = nameIn(systemNames, userAgent ?? '');
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'An unknown device';
}
