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

/** What the door answers instead of a page while a newer version of the terms is not accepted. */
export interface TermsDue {
  kind: 'terms-due';
  documents: TermsDocument[];
}

/** The texts of such an answer; null for any other failure. */
export function termsDueIn(error: unknown): TermsDocument[] | null {
  if (!isRouteErrorResponse(error) || error.status !== 403) return null;
  const answer = error.data as Partial<TermsDue> | null;
  return answer?.kind === 'terms-due' ? (answer.documents ?? null) : null;
}
