import { sql, type Work } from '#modules/platform/index.ts';
import { Refusal } from './refusals.ts';
import type { TermsKind } from './rules.ts';

export interface Terms {
  id: string;
  version: number;
  html: string;
  published_at: Date;
}

/** The current version of a text that people agree to (D17). @throws Refusal not-found */
export async function getTerms(work: Pick<Work, 'row'>, kind: TermsKind): Promise<Terms> {
  const terms = await work.row(sql<Terms>`
    select id, version, html, published_at from terms_version where kind = ${kind} and is_current`);
  if (!terms) throw new Refusal('not-found', { detail: `no terms of kind ${kind}` });
  return terms;
}

/** The current words alone, as HTML of our own making. */
export async function termsHtml(work: Pick<Work, 'row'>, kind: TermsKind): Promise<string> {
  return (await getTerms(work, kind)).html;
}
