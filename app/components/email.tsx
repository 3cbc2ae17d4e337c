/** An address that, where a line is too narrow for it, breaks before its @ first. */
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
