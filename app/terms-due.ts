import { isRouteErrorResponse } from '@remix-run/react';
import type { BrandView } from './components/shell/types.ts';

/** A text that is read or accepted. */
export interface TermsDocument {
  of: 'portal' | 'company';
  /** Whose text it is. */
  company_name: string;
  version: number;
  /** Sanitized HTML. */
  html: string;
}

/** The answer instead of a page as long as the newest version of the terms is not accepted. */
export interface TermsDue {
  kind: 'terms-due';
  documents: TermsDocument[];
  /** Whether an older version was accepted, so that these are newer ones. */
  accepted_before: boolean;
  /** The loader of the root does not run for the answer to a form without script. */
  brand: BrandView;
}

export function termsTitle({ accepted_before }: Pick<TermsDue, 'accepted_before'>): string {
  return accepted_before ? 'The terms have changed' : 'Read the terms';
}

/** The texts of such an answer; null for any other error. */
export function termsDueIn(error: unknown): TermsDue | null {
  if (!isRouteErrorResponse(error) || error.status !== 403) return null;
  const answer = error.data as TermsDue | null;
  return answer?.kind === 'terms-due' ? answer : null;
}
