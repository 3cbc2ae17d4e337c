import { isRouteErrorResponse } from '@remix-run/react';

/** A text that is read or accepted. */
export interface TermsDocument {
  of: 'portal' | 'company';
  /** Whose text it is. */
  company_name: string;
  version: number;
  /** Sanitized HTML. */
  html: string;
}

/** What the door answers instead of a page while the newest version of the terms is not accepted. */
export interface TermsDue {
  kind: 'terms-due';
  documents: TermsDocument[];
  /** An older version was accepted: these are the newer ones. */
  accepted_before: boolean;
}

export function termsTitle({ accepted_before }: Pick<TermsDue, 'accepted_before'>): string {
  return accepted_before ? 'The terms have changed' : 'Read the terms';
}

/** The texts of such an answer; null for any other failure. */
export function termsDueIn(error: unknown): TermsDue | null {
  if (!isRouteErrorResponse(error) || error.status !== 403) return null;
  const answer = error.data as TermsDue | null;
  return answer?.kind === 'terms-due' ? answer : null;
}
