/** Returns smaller text for long titles, and on phones for long words, which would break. */
export function headingSize(title: string): string {
  const long = title.length > 48;
  const onPhones = long || /\S{15}/.test(title) ? 'text-2xl' : 'text-4xl';
  return `${onPhones} ${long ? 'sm:text-4xl' : 'sm:text-5xl'}`;
}
