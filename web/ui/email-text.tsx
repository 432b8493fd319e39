/** Shows an email address that can wrap after the @. */
export function EmailText({ address }: { address: string }) {
  const host = address.lastIndexOf('@') + 1;
  return (
    <>
      {address.slice(0, host)}
      <wbr />
      {address.slice(host)}
    </>
  );
}
