import { Fragment } from 'react';
import { showEmailAddress } from '#modules/platform/fields/email.ts';

/** An email address. Lines break before its @ and at its punctuation marks; anywhere else only if nothing else fits. */
export function Email({ value: stored }: { value: string }) {
  const value = showEmailAddress(stored);
  const at = value.lastIndexOf('@');
  if (at < 0) return <span className="anywhere">{value}</span>;
  return (
    <span className="anywhere">
      <Mailbox value={value.slice(0, at)} />
      <wbr />
      {value.slice(at)}
    </span>
  );
}

/** A part of an address in which a line may break after dots, dashes and similar marks. */
export function Mailbox({ value }: { value: string }) {
  return [...value.matchAll(/[^._+-]+[._+-]*|[._+-]+/g)].map(({ 0: part, index }) => (
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));
}
