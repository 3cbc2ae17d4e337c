import { Link } from '@remix-run/react';
import { type FocusEvent, type FormEvent, type MouseEvent, useState } from 'react';
import { identityTexts } from '#modules/identity/texts.ts';
import { type DomainHint, hintOfDomain } from '#modules/platform/fields/domains.ts';
import type { TextInputProps } from '../../components/form/field.tsx';
import { Banner, TextInput } from '../../components/index.ts';

/**
 * An email field that checks the domain when the person leaves it. If the domain looks mistyped or temporary, the hint
 * says so. A button replaces a mistyped one; continuing keeps what was typed. The hint does not appear while a button
 * is being pressed, because the button would move and the click would be lost.
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
  /** The address that a code was sent to. */
  emailaddress: string;
  /** The page on which the address can be changed. */
  change: string;
  /** This page without the hint. */
  keep: string;
}

/** The same hint on the page after the form, for use without script. */
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
