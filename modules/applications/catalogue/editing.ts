import { z } from 'zod';
import { stateCodes } from '#modules/platform/fields/states.ts';
import { cleanHtml, fingerprintOf, takeTransactionLock, type Work } from '#modules/platform/index.ts';
import { applicationsAudit } from '../audit.ts';
import { Refusal } from '../refusals.ts';
import type { DocumentName } from '../steps/steps.ts';
import { applicationsTexts } from '../texts.ts';
import type { CatalogueConsent, CatalogueFile } from './file.ts';
import { catalogueLock, importCatalogue } from './import.ts';
import { exportCatalogue, readCatalogue } from './read.ts';

/** What staff change in the catalogue in the console: each change is an import of the whole file (D89). */

/**
 * Changes one entry, by the same rules as for a file that is imported. Two changes at once run one after the other, so
 * that neither overwrites the other with old data.
 * @param find the entry in a file
 * @param seen the fingerprint of the entry that the page showed; empty to save over whatever is stored
 * @throws Refusal applications.catalogue-changed, applications.catalogue-invalid
 */
export async function editCatalogue(
  work: Work,
  find: (file: CatalogueFile) => object | undefined,
  seen: string,
  change: (file: CatalogueFile) => unknown,
): Promise<void> {
  await takeTransactionLock(work.db, catalogueLock);
  const file = await exportCatalogue(work);
  const entry = find(file);
  if (seen && entry && seen !== fingerprintOf(entry)) throw new Refusal('applications.catalogue-changed');
  try {
    await importCatalogue(work, change(file));
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const reasons = error.issues.map((issue) => `${issue.message}.`).join(' ');
    const message = `${applicationsTexts['catalogue.invalid']} ${reasons}`;
    throw new Refusal('applications.catalogue-invalid', { message });
  }
}

export interface ConsentDraftText {
  title: string;
  body: string;
  /** Empty for none. */
  acknowledgement_text: string;
  requires_signature: boolean;
}

interface ProviderDocument extends DocumentName {
  craid: string;
}

const draftQuery = ({ db }: Pick<Work, 'db'>, { craid, kind, state }: ProviderDocument) =>
  db
    .selectFrom('consent_draft')
    .where('craid', '=', craid)
    .where('kind', '=', kind)
    .where('consent_draft.state', '=', state);

/** A document of a provider: its draft, all published versions, and the fingerprint that saving must send back. */
export async function readConsentText(work: Pick<Work, 'db'>, name: ProviderDocument) {
  const draft = await draftQuery(work, name)
    .innerJoin('account', 'account.id', 'author_account_id')
    .select([
      'title',
      'body',
      'acknowledgement_text',
      'requires_signature',
      'written_at',
      'firstname',
      'lastname',
    ])
    .executeTakeFirst();
  const versions = await work.db
    .selectFrom('consent_document')
    .select(['version', 'title', 'body', 'acknowledgement_text', 'requires_signature', 'in_force_from'])
    .where('craid', '=', name.craid)
    .where('kind', '=', name.kind)
    .where('state', '=', name.state)
    .orderBy('version', 'desc')
    .execute();
  // A notice for another state starts as a draft.
  if (versions.length === 0 && name.kind !== 'notice')
    throw new Refusal('not-found', { detail: `document ${name.craid}/${name.kind}` });
  const seen = fingerprintOf({ draft: draft ?? null, version: versions[0]?.version });
  return { draft: draft ?? null, versions, seen };
}

async function requireSeen(work: Pick<Work, 'db'>, name: ProviderDocument, seen: string): Promise<void> {
  const stored = await readConsentText(work, name);
  if (seen && seen !== stored.seen) throw new Refusal('applications.catalogue-changed');
}

/**
 * Stores a draft, without scripts.
 * @throws Refusal not-found, applications.catalogue-changed
 */
export async function saveConsentDraft(
  work: Work,
  name: ProviderDocument,
  text: ConsentDraftText,
  { seen, authorId }: { seen: string; authorId: string },
): Promise<void> {
  await requireSeen(work, name, seen);
  const row = {
    title: text.title,
    body: cleanHtml(text.body),
    acknowledgement_text: text.acknowledgement_text || null,
    requires_signature: text.requires_signature,
    author_account_id: authorId,
    written_at: work.now,
  };
  await work.db
    .insertInto('consent_draft')
    .values({ ...name, ...row })
    .onConflict((same) => same.columns(['craid', 'kind', 'state']).doUpdateSet(row))
    .execute();
  await work.audit({ action: applicationsAudit.consentDrafted, detail: { ...name } });
}

/**
 * Publishes a draft as the next version. Applications that were already sold keep the version that they were sold with.
 * @throws Refusal not-found if there is no draft, applications.catalogue-changed, applications.catalogue-invalid
 */
export async function publishConsentDraft(work: Work, name: ProviderDocument, seen: string): Promise<void> {
  await requireSeen(work, name, seen);
  const draft = await draftQuery(work, name)
    .select(['title', 'body', 'acknowledgement_text', 'requires_signature'])
    .executeTakeFirst();
  if (!draft) throw new Refusal('not-found', { detail: 'no draft' });
  const { craid, kind } = name;
  const state = stateCodes.find((code) => code === name.state) ?? '';
  const isSame = (row: CatalogueConsent) => row.craid === craid && row.kind === kind && row.state === state;
  await editCatalogue(
    work,
    () => undefined,
    '',
    (file) => ({
      ...file,
      consent_documents: file.consent_documents.some(isSame)
        ? file.consent_documents.map((row) => (isSame(row) ? { ...row, ...draft } : row))
        : [...file.consent_documents, { craid, kind, state, ...draft }],
    }),
  );
  await work.db
    .deleteFrom('consent_draft')
    .where('craid', '=', craid)
    .where('kind', '=', kind)
    .where('state', '=', state)
    .execute();
}

/** The catalogue for the console: each entry with the fingerprint that saving must send back. */
export async function readCatalogueForStaff(work: Pick<Work, 'db'>) {
  const stored = await readCatalogue(work);
  const withSeen = <T extends object>(row: T) => ({ ...row, seen: fingerprintOf(row) });
  const drafts = await work.db.selectFrom('consent_draft').select(['craid', 'kind', 'state']).execute();
  return {
    providers: stored.providers.map(withSeen),
    packages: stored.packages.map(({ id, position: _position, version, ...row }) => ({
      ...withSeen(row),
      id,
      version,
    })),
    jurisdictions: stored.jurisdictions.map(({ position: _position, ...row }) => row),
    documents: stored.consent_documents.map(({ craid, kind, state, title, version }) => ({
      craid,
      kind,
      state,
      title,
      version,
      hasDraft: drafts.some((draft) => draft.craid === craid && draft.kind === kind && draft.state === state),
    })),
  };
}
