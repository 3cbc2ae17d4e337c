import type { ReactNode } from 'react';
import { codeFields } from '#modules/identity/fields.ts';
import { identityLimits, identityTimings } from '#modules/identity/limits.ts';
import { formatDuration } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import type { Intent } from '../../intents.ts';
import { CodeForm } from './code-form.tsx';
import { Resend } from './resend.tsx';

const { code } = bind(codeFields);

interface CodeSentToProps {
  address: string;
  way?: 'by text message' | 'by email';
}

/** Where a code was sent, and how long it works. */
export function CodeSentTo({ address, way }: CodeSentToProps) {
  return (
    <>
      We sent a {identityLimits['code.length-characters']}-character code {way ? `${way} to` : 'to'}{' '}
      <b className={address.includes('@') ? 'anywhere' : 'nowrap'}>{address}</b>. It expires in{' '}
      {formatDuration(identityTimings['code.lifetime'])}.
    </>
  );
}

interface SentCodeProps {
  id: string;
  /** The intent that checks the code. */
  check: Intent;
  result: unknown;
  /** Where the code comes from. */
  lead: ReactNode;
  button: string;
  /** When another code may be requested, in seconds; null if the code is not sent by us. */
  resendSeconds: number | null;
}

/** The part of a page that takes a code: where it comes from, its boxes, and the request for another one. */
export function SentCode({ id, check, result, lead, button, resendSeconds }: SentCodeProps) {
  return (
    <div className="stack stack-24">
      {lead}
      <CodeForm id={id} intent={check} field={code} result={result} button={button} />
      {resendSeconds === null ? null : <Resend result={result} seconds={resendSeconds} />}
    </div>
  );
}
