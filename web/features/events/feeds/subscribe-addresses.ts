/** Returns subscription links for a calendar, by program. */
export function subscribeAddresses(url: string, name: string) {
  const webcal = url.replace(/^https?:/, 'webcal:');
  const outlook = new URLSearchParams({ url, name }).toString().replaceAll('+', '%20');
  return {
    webcal,
    // Google treats an https address as the id of one of its own calendars.
    google: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?${outlook}`,
  };
}
