import { Fragment } from 'react';

/** An email address. Lines break before its @ and after the dots before it; anywhere else only if nothing else fits. */
export function Email({ value }: { value: string }) {
  const at = value.lastIndexOf('@');
  if (at < 0) return <span className="anywhere">{value}</span>;
  const parts = value.slice(0, at).matchAll(/[^.]+\.*|\.+/g);
  return (
    <span className="anywhere">
      {[...parts].map(({ 0: part, index }) => (
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
      {value.slice(at)}
    </span>
  );
}
