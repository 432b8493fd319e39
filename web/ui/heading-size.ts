/** A long title stands smaller, and so does a long word on a phone, where it would be cut in two. */
export function headingSize(title: string): string {
  const long = title.length > 48;
  const onPhones = long || /\S{15}/.test(title) ? 'text-2xl' : 'text-4xl';
  return `${onPhones} ${long ? 'sm:text-4xl' : 'sm:text-5xl'}`;
}
