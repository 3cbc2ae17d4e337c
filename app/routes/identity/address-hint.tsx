import { Link } from '@remix-run/react';
import { type FocusEvent, type FormEvent, type MouseEvent, useState } from 'react';
import { identityTexts } from '#modules/identity/texts.ts';
import { type DomainHint, hintOfDomain } from '#modules/platform/fields/domains.ts';
import type { TextInputProps } from '../../components/form/field.tsx';
import { Banner, TextInput } from '../../components/index.ts';

/**
 * An email field that checks the domain when the person leaves it. A domain that looks mistyped or temporary is named in
 * place of the hint; a button replaces a mistyped one, and continuing keeps what was typed. Nothing moves while a button
 * is pressed: it would slip from under the pointer, and the press would be lost.
 */
export function AddressInput({ hint, ...input }: TextInputProps) {
  const [found, setFound] = useState<DomainHint | null>(null);
  const look = (event: FocusEvent<HTMLInputElement>) => {
    if (document.querySelector('button:active') === null) setFound(hintOfDomain(event.target.value));
  };
  const lookAgain = (event: FormEvent<HTMLInputElement>) => {
    if (found) setFound(hintOfDomain(event.currentTarget.value));
  };
  const take = (domain: string) => (event: MouseEvent) => {
    const field = event.currentTarget.closest('.field')?.querySelector('input');
    if (!field) return;
    field.value = field.value.replace(/@.*$/, `@${domain}`);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    setFound(null);
    field.focus();
  };
  const said = found && (
    <span role="status">
      {found.kind === 'disposable' ? (
        identityTexts['email.disposable']
      ) : (
        <>
          {identityTexts['email.mistyped']}{' '}
          <button type="button" className="linkbtn" onClick={take(found.domain)}>
            {found.domain}
          </button>
          ?
        </>
      )}
    </span>
  );
  return <TextInput {...input} hint={said ?? hint} onBlur={look} onInput={lookAgain} />;
}

interface AddressHintProps {
  /** Where a code went; its first part may be masked. */
  emailaddress: string;
  /** The page on which the address is changed. */
  change: string;
  /** This page without the hint. */
  keep: string;
}

/** The same hint on the page that follows the form, so that it shows without script too. */
export function AddressHint({ emailaddress, change, keep }: AddressHintProps) {
  const found = hintOfDomain(emailaddress);
  if (!found) return null;
  return (
    <Banner tone="warn">
      <p>
        {found.kind === 'disposable'
          ? identityTexts['email.disposable']
          : `${identityTexts['email.mistyped']} ${found.domain}?`}
      </p>
      <p className="row">
        <Link to={change} preventScrollReset>
          Change it
        </Link>
        <Link to={keep} preventScrollReset replace>
          Use it anyway
        </Link>
      </p>
    </Banner>
  );
}
