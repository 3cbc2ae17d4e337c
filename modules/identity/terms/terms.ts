import {
  cleanHtml,
  fingerprintOf,
  newId,
  type RefusalOptions,
  sql,
  type Work,
  writeWithoutWaiting,
} from '#modules/platform/index.ts';
import { identityAudit } from '../audit.ts';
import { Refusal } from '../refusals.ts';
import type { TermsKind } from '../rules.ts';

export interface Terms {
  id: string;
  version: number;
  html: string;
  published_at: Date;
}

/** Names a text: one of the portal's own, or one of a company's (D90). */
export interface TermsText {
  kind: TermsKind;
  /** Null for the portal's own. */
  companyId: string | null;
}

/** The portal's own text of a kind. */
export const ownTerms = (kind: TermsKind): TermsText => ({ kind, companyId: null });

const versionsOf = (db: Work['db'], { kind, companyId }: TermsText) =>
  db
    .selectFrom('terms_version')
    .where('kind', '=', kind)
    .where('company_id', companyId === null ? 'is' : '=', companyId);

/** The current version of a text that people agree to (D17); null if none was published. */
export async function findTerms({ db }: Pick<Work, 'db'>, text: TermsText): Promise<Terms | null> {
  const terms = await versionsOf(db, text)
    .select(['id', 'version', 'html', 'published_at'])
    .where('is_current', '=', true)
    .executeTakeFirst();
  return terms ?? null;
}

/** The current version of one of the portal's own texts. @throws Refusal not-found */
export async function getTerms(work: Pick<Work, 'db'>, kind: TermsKind): Promise<Terms> {
  const terms = await findTerms(work, ownTerms(kind));
  if (!terms) throw new Refusal('not-found', { detail: `no terms of kind ${kind}` });
  return terms;
}

/**
 * Only the current text.
 * @returns HTML, sanitized when it was published
 */
export async function termsHtml(work: Pick<Work, 'db'>, kind: TermsKind): Promise<string> {
  return (await getTerms(work, kind)).html;
}

/** Every version of a text, newest first. */
export function listTermsVersions({ db }: Pick<Work, 'db'>, text: TermsText) {
  return versionsOf(db, text)
    .leftJoin('account', 'account.id', 'terms_version.published_by_account_id')
    .select([
      'terms_version.id as id',
      'version',
      'html',
      'published_at',
      'is_current',
      /** Null if it was published at the terminal. */
      sql<string | null>`account.firstname || ' ' || account.lastname`.as('published_by'),
    ])
    .orderBy('version', 'desc')
    .execute();
}

/**
 * Publishes a text as the current version of its kind; people who agreed to an older one are asked again (D17). If the
 * text is the same as the current one, nothing changes.
 * @param publisherId the member of staff who publishes it; absent for the terminal
 * @returns its version
 */
export async function publishTerms(
  work: Pick<Work, 'db' | 'now' | 'audit'>,
  text: TermsText,
  html: string,
  publisherId: string | null = null,
): Promise<number> {
  const { kind, companyId } = text;
  const clean = cleanHtml(html);
  const newest = await versionsOf(work.db, text)
    .select(['html', 'version', 'is_current'])
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
    .where('company_id', companyId === null ? 'is' : '=', companyId)
    .where('is_current', '=', true)
    .execute();
  await work.db
    .insertInto('terms_version')
    .values({
      id: newId(),
      kind,
      company_id: companyId,
      version,
      html: clean,
      published_at: work.now,
      published_by_account_id: publisherId,
      is_current: true,
    })
    .execute();
  await work.audit({
    action: identityAudit.termsPublished,
    ...(companyId === null ? {} : { object: { type: 'company', id: companyId } }),
    detail: { kind, version },
  });
  return version;
}

/**
 * Withdraws a company's text, so that only the portal's text applies on its host again (D90). The versions that people
 * accepted are kept.
 * @throws Refusal not-found if no version is in force, and for the portal's own texts, which are always needed
 */
export async function withdrawTerms(
  work: Pick<Work, 'db' | 'audit'>,
  { kind, companyId }: TermsText,
): Promise<void> {
  if (companyId === null) throw new Refusal('not-found', { detail: 'the portal keeps its own terms' });
  const withdrawn = await work.db
    .updateTable('terms_version')
    .set({ is_current: false })
    .where('kind', '=', kind)
    .where('company_id', '=', companyId)
    .where('is_current', '=', true)
    .returning('version')
    .executeTakeFirst();
  if (!withdrawn) throw new Refusal('not-found', { detail: `no terms of kind ${kind} in force` });
  await work.audit({
    action: identityAudit.termsWithdrawn,
    object: { type: 'company', id: companyId },
    detail: { kind, version: withdrawn.version },
  });
}

/** A text that is being written, and the fingerprint that saving must send back. */
export interface TermsDraft {
  html: string;
  written_at: Date;
  author: string;
}

const draftOf = (db: Work['db'], { kind, companyId }: TermsText) =>
  db
    .selectFrom('terms_draft')
    .where('kind', '=', kind)
    .where('company_id', companyId === null ? 'is' : '=', companyId);

/** The draft of a text, if there is one, and the fingerprint of the draft or else of the published version. */
export async function findTermsDraft(
  work: Pick<Work, 'db'>,
  text: TermsText,
): Promise<{ draft: TermsDraft | null; seen: string }> {
  const row = await draftOf(work.db, text)
    .innerJoin('account', 'account.id', 'terms_draft.author_account_id')
    .select(['html', 'written_at', 'firstname', 'lastname'])
    .executeTakeFirst();
  const current = await findTerms(work, text);
  const seen = fingerprintOf({ draft: row?.html ?? null, version: current?.version ?? 0 });
  if (!row) return { draft: null, seen };
  return {
    draft: { html: row.html, written_at: row.written_at, author: `${row.firstname} ${row.lastname}` },
    seen,
  };
}

/**
 * Stores a draft, sanitized.
 * @param authorId the member of staff who writes it
 */
export async function saveTermsDraft(
  work: Pick<Work, 'db' | 'now' | 'audit'>,
  text: TermsText,
  html: string,
  authorId: string,
): Promise<void> {
  const { kind, companyId } = text;
  const row = { html: cleanHtml(html), author_account_id: authorId, written_at: work.now };
  const { numUpdatedRows } = await work.db
    .updateTable('terms_draft')
    .set(row)
    .where('kind', '=', kind)
    .where('company_id', companyId === null ? 'is' : '=', companyId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) {
    await work.db
      .insertInto('terms_draft')
      .values({ id: newId(), kind, company_id: companyId, ...row })
      .execute();
  }
  await work.audit({
    action: identityAudit.termsDrafted,
    ...(companyId === null ? {} : { object: { type: 'company', id: companyId } }),
    detail: { kind },
  });
}

/**
 * Publishes the draft of a text.
 * @param publisherId the member of staff who publishes it
 * @returns its version
 * @throws Refusal not-found if there is no draft
 */
export async function publishTermsDraft(
  work: Pick<Work, 'db' | 'now' | 'audit'>,
  text: TermsText,
  publisherId: string,
): Promise<number> {
  const draft = await draftOf(work.db, text).select(['id', 'html']).forUpdate().executeTakeFirst();
  if (!draft) throw new Refusal('not-found', { detail: 'no draft' });
  const version = await publishTerms(work, text, draft.html, publisherId);
  await work.db.deleteFrom('terms_draft').where('id', '=', draft.id).execute();
  return version;
}

/** The refusal if a form with terms is sent without its box checked. */
export const termsNotAccepted = (options: RefusalOptions) =>
  new Refusal('identity.terms-not-accepted', options);

/**
 * Checks that the person read the version that they accept.
 * @param read the version that their page showed; absent from callers without a page
 * @throws Refusal identity.registration-failed
 */
export function requireReadVersion({ version }: Terms, read: number | undefined): void {
  if (read !== undefined && read !== version) {
    throw new Refusal('identity.registration-failed', { detail: `version ${read} was read` });
  }
}

/** Which versions a person accepted last. */
export async function findAccepted({ db }: Pick<Work, 'db'>, accountId: string) {
  return db
    .selectFrom('account')
    .leftJoin('terms_version as company_terms', 'company_terms.id', 'account.accepted_company_terms_id')
    .select([
      'account.accepted_terms_id as portalTermsId',
      'account.accepted_company_terms_id as companyTermsId',
      'company_terms.company_id as companyId',
      'account.registered_host as registeredHost',
    ])
    .where('account.id', '=', accountId)
    .executeTakeFirstOrThrow();
}

/**
 * Records that an account accepts a version of the portal's terms or a company's.
 * @returns the acceptance's id
 */
export async function keepAcceptance(
  work: Pick<Work, 'db' | 'now' | 'visit' | 'audit'>,
  accountId: string,
  terms: Pick<Terms, 'id' | 'version'>,
  { of = 'portal', emailCopy = false }: { of?: 'portal' | 'company' | 'score'; emailCopy?: boolean } = {},
): Promise<string> {
  const id = newId();
  await writeWithoutWaiting(
    work.db,
    work.db.insertInto('terms_acceptance').values({
      id,
      account_id: accountId,
      terms_version_id: terms.id,
      accepted_at: work.now,
      address: work.visit.address,
      agent: work.visit.agent.slice(0, 400),
      email_copy: emailCopy,
    }),
  );
  if (of !== 'score') {
    await work.db
      .updateTable('account')
      .set(of === 'portal' ? { accepted_terms_id: terms.id } : { accepted_company_terms_id: terms.id })
      .where('id', '=', accountId)
      .execute();
  }
  await work.audit({
    action: identityAudit.termsAccepted,
    about: accountId,
    detail: { of, version: terms.version },
  });
  return id;
}

/** When and from where a person accepted the current version of one of the portal's own texts; null if they did not. */
export async function findAcceptance({ db }: Pick<Work, 'db'>, accountId: string, kind: TermsKind) {
  const found = await db
    .selectFrom('terms_acceptance as acceptance')
    .innerJoin('terms_version as version', 'version.id', 'acceptance.terms_version_id')
    .select(['terms_version_id', 'accepted_at', 'address', 'agent'])
    .where('acceptance.account_id', '=', accountId)
    .where('version.kind', '=', kind)
    .where('version.company_id', 'is', null)
    .where('version.is_current', '=', true)
    .orderBy('accepted_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}
