import type { Work } from '#modules/platform/index.ts';
import { Refusal } from './refusals.ts';
import type { TermsKind } from './rules.ts';

export interface Terms {
  id: string;
  version: number;
  html: string;
  published_at: Date;
}

/** The current version of a text that people agree to (D17). @throws Refusal not-found */
export async function getTerms(work: Pick<Work, 'db'>, kind: TermsKind): Promise<Terms> {
  const terms = await work.db
    .selectFrom('terms_version')
    .select(['id', 'version', 'html', 'published_at'])
    .where('kind', '=', kind)
    .where('is_current', '=', true)
    .executeTakeFirst();
  if (!terms) throw new Refusal('not-found', { detail: `no terms of kind ${kind}` });
  return terms;
}

/** The current text alone. @returns HTML that is trusted: it comes from our own migrations */
export async function termsHtml(work: Pick<Work, 'db'>, kind: TermsKind): Promise<string> {
  return (await getTerms(work, kind)).html;
}
