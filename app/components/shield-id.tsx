interface ShieldIdProps {
  /** The eleven characters of a ShieldID or ShieldLink ID. */
  value: string;
}

/**
 * Groups the characters with margins (TX 482 915 070), so that copying returns the eleven characters without spaces.
 */
export function ShieldId({ value }: ShieldIdProps) {
  const groups = value.length === 11 ? [value.slice(2, 5), value.slice(5, 8), value.slice(8)] : [];
  if (groups.length === 0) return <span className="id">{value}</span>;
  return (
    <span className="id">
      {value.slice(0, 2)}
      {groups.map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups never move
        <span key={at}>{group}</span>
      ))}
    </span>
  );
}
