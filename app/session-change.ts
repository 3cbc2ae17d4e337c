import { isRouteErrorResponse } from '@remix-run/react';
import type { BrandView } from './components/shell/types.ts';

/** An account, and the company in whose team it is. */
export interface Holder {
  emailaddress: string;
  company_name: string | null;
}

/** A text that was typed into a form. */
export interface TypedText {
  label: string;
  text: string;
}

/** The answer to a form of a page that was shown for another account than the one that is logged in now. */
export interface SessionChange {
  kind: 'session-change';
  shown: Holder;
  now: Holder;
  /** What was typed, except secrets. */
  typed: TypedText[];
  /** The path and query of the page. */
  page: string;
  /** Of the host. After an action without script, the page has no other data. */
  brand: BrandView;
}

/** Such an answer; null for any other error. */
export function sessionChangeIn(error: unknown): SessionChange | null {
  if (!isRouteErrorResponse(error) || error.status !== 409) return null;
  const answer = error.data as SessionChange | null;
  return answer?.kind === 'session-change' ? answer : null;
}
