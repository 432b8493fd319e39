/** Under which addresses programs and services take a calendar to come back for. */
export function subscribeAddresses(url: string, name: string) {
  const webcal = url.replace(/^https?:/, 'webcal:');
  const outlook = new URLSearchParams({ url, name }).toString().replaceAll('+', '%20');
  return {
    webcal,
    // Google takes a plain address for one of its own calendars.
    google: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?${outlook}`,
  };
}
