import { cleanHtml, newId, type Work } from '#modules/platform/index.ts';
import { identityAudit } from './audit.ts';
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

/** The current text alone. @returns HTML, sanitised when it was published */
export async function termsHtml(work: Pick<Work, 'db'>, kind: TermsKind): Promise<string> {
  return (await getTerms(work, kind)).html;
}

/**
 * Publishes a text as the current version of its kind; people who agreed to an older one are asked again (D17). A text
 * that reads as the current one changes nothing.
 * @returns its version
 */
export async function publishTerms(
  work: Pick<Work, 'db' | 'now' | 'audit'>,
  kind: TermsKind,
  html: string,
): Promise<number> {
  const clean = cleanHtml(html);
  const newest = await work.db
    .selectFrom('terms_version')
    .select(['html', 'version', 'is_current'])
    .where('kind', '=', kind)
    .orderBy('version', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (newest?.is_current && newest.html === clean) return newest.version;
  const version = (newest?.version ?? 0) + 1;
  await work.db
    .updateTable('terms_version')
    .set({ is_current: false })
    .where('kind', '=', kind)
    .where('is_current', '=', true)
    .execute();
  await work.db
    .insertInto('terms_version')
    .values({ id: newId(), kind, version, html: clean, published_at: work.now, is_current: true })
    .execute();
  await work.audit({ action: identityAudit.termsPublished, detail: { kind, version } });
  return version;
}
