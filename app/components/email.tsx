/** An e-mail address that prefers to wrap before its @. */
export function Email({ value }: { value: string }) {
  const at = value.lastIndexOf('@');
  if (at < 0) return <span className="anywhere">{value}</span>;
  return (
    <span className="anywhere">
      {value.slice(0, at)}
      <wbr />
      {value.slice(at)}
    </span>
  );
}
