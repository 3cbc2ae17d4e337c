import { z } from 'zod';
import {
  companyTermsKinds,
  findTermsDraft,
  legalTextKinds,
  listTermsVersions,
  publishTermsDraft,
  saveTermsDraft,
  type TermsText,
  termsKinds,
  withdrawTerms,
} from '#modules/identity/index.ts';
import {
  anyOf,
  column,
  freeText,
  operation,
  sql,
  staff,
  statement,
  textBlocks,
  type Work,
} from '#modules/platform/index.ts';
import { changesOfDraft, draftChanges } from './catalogue/draft-changes.ts';
import { Refusal } from './refusals.ts';
import { getSubject, userId } from './user/subject.ts';

/**
 * The texts that people agree to, and those that the footer links to: written as a draft, published as a version that
 * never changes (D17, D88, D90).
 */

const termsText = z.object({
  kind: z.enum([...termsKinds, ...companyTermsKinds, ...legalTextKinds]),
  /** Null for the portal's own. */
  companyid: z.uuid().nullable(),
});

/**
 * @throws Refusal not-found for an unknown company, and for a kind of text that this company or the portal does not
 * have
 */
async function textOf(
  work: Pick<Work, 'db'>,
  { kind, companyid }: z.output<typeof termsText>,
): Promise<TermsText & { name: string }> {
  const isCompanys = (companyTermsKinds as readonly string[]).includes(kind);
  if (isCompanys !== (companyid !== null)) throw new Refusal('not-found', { detail: `terms ${kind}` });
  if (companyid === null) {
    const own = await work.db.selectFrom('portal_brand').select('company_name').executeTakeFirst();
    return { kind, companyId: null, name: own?.company_name ?? '' };
  }
  const company = await work.db
    .selectFrom('company')
    .select('company_name')
    .where('id', '=', companyid)
    .executeTakeFirst();
  if (!company) throw new Refusal('not-found', { detail: `company ${companyid}` });
  return { kind, companyId: companyid, name: company.company_name };
}

export const getTermsText = operation({
  name: 'admin.get-terms-text',
  summary: 'The draft and the published versions of a legal text.',
  access: staff,
  kind: 'read',
  input: termsText,
  output: z.object({
    company_name: z.string(),
    draft: z.object({ html: z.string(), written_at: z.date(), author: z.string() }).nullable(),
    seen: z.string(),
    versions: z.array(
      z.object({
        version: z.number(),
        html: z.string(),
        published_at: z.date(),
        /** Null if it was published at the terminal. */
        published_by: z.string().nullable(),
        is_current: z.boolean(),
      }),
    ),
    /** How the draft differs from the version in force; null if one of them is missing. */
    changes: draftChanges.nullable(),
  }),
  async run(work, input) {
    const { name, ...text } = await textOf(work, input);
    const { draft, seen } = await findTermsDraft(work, text);
    const versions = await listTermsVersions(work, text);
    const current = versions.find(({ is_current }) => is_current);
    const changes = changesOfDraft(current && linesOf(current), draft && linesOf(draft));
    return { company_name: name, draft, seen, versions, changes };
  },
});

const linesOf = ({ html }: { html: string }) => textBlocks(html).map(({ text }) => text);

/** Whether the caller's page shows the text that is stored now. */
async function isSeen(work: Pick<Work, 'db'>, text: TermsText, seen: string): Promise<boolean> {
  return seen === (await findTermsDraft(work, text)).seen;
}

/** @throws Refusal admin.draft-newer */
async function requireRead(work: Pick<Work, 'db'>, text: TermsText, seen: string): Promise<void> {
  if (!(await isSeen(work, text, seen))) throw new Refusal('admin.draft-newer');
}

export const saveTermsText = operation({
  name: 'admin.save-terms-text',
  summary: 'Saves a draft of a legal text.',
  access: staff,
  kind: 'write',
  input: termsText.extend({ html: freeText(100_000, 1), seen: z.string().max(64) }),
  output: z.object({}),
  async run(work, { html, seen, ...input }) {
    const text = await textOf(work, input);
    if (!(await isSeen(work, text, seen))) throw new Refusal('admin.draft-changed');
    await saveTermsDraft(work, text, html, work.caller.accountId);
    return {};
  },
});

export const publishTermsText = operation({
  name: 'admin.publish-terms-text',
  summary: 'Publishes the draft of a legal text: whoever accepted an older version is asked again.',
  access: staff,
  kind: 'write',
  input: termsText.extend({ seen: z.string().max(64) }),
  output: z.object({ version: z.number() }),
  async run(work, { seen, ...input }) {
    const text = await textOf(work, input);
    await requireRead(work, text, seen);
    return { version: await publishTermsDraft(work, text, work.caller.accountId) };
  },
});

export const withdrawTermsText = operation({
  name: 'admin.withdraw-terms-text',
  summary: "Withdraws a company's text, so that only the portal's applies on its host.",
  access: staff,
  kind: 'write',
  input: termsText.extend({ seen: z.string().max(64) }),
  output: z.object({}),
  async run(work, { seen, ...input }) {
    const text = await textOf(work, input);
    await requireRead(work, text, seen);
    await withdrawTerms(work, text);
    return {};
  },
});

export const termsAcceptance = z.object({
  id: z.uuid(),
  dts: z.date(),
  kind: z.enum([...termsKinds, ...companyTermsKinds]),
  terms_version: z.number(),
  /** The company whose terms they are; null for the portal's own. */
  company_name: z.string().nullable(),
  ipaddress: z.string(),
});

/** Which versions a person accepted, newest first, without their texts. */
export const acceptancesOf = statement({
  name: 'admin.terms-acceptances',
  row: {
    id: column.uuid,
    dts: column.instant,
    kind: column.oneOf([...termsKinds, ...companyTermsKinds]),
    terms_version: column.integer,
    company_name: column.text.nullable(),
    ipaddress: column.text,
  },
  sql: (accountId: string) => sql`
    select acceptance.id, accepted_at as dts, kind, version as terms_version, company_name, address as ipaddress
    from terms_acceptance acceptance
    join terms_version on terms_version.id = terms_version_id
    left join company on company.id = terms_version.company_id
    where account_id = ${accountId}
    order by accepted_at desc, kind
    limit 200`,
});

const textsOf = statement({
  name: 'admin.accepted-texts',
  row: { id: column.uuid, html: column.text },
  examples: [[[]]],
  sql: (acceptanceIds: readonly string[]) => sql`
    select acceptance.id, html from terms_acceptance acceptance
    join terms_version on terms_version.id = terms_version_id
    where acceptance.id = ${anyOf(acceptanceIds)}`,
});

/** One acceptance of a person, with the text that was agreed to. @throws Refusal not-found */
export const getAcceptedTerms = operation({
  name: 'admin.get-accepted-terms',
  summary: 'A version of terms that a person accepted, with its text.',
  access: staff,
  kind: 'read',
  input: userId.extend({ acceptanceid: z.uuid() }),
  output: termsAcceptance.extend({ terms_content: z.string() }),
  async run(work, { userid, acceptanceid }) {
    const acceptance = (await work.rows(acceptancesOf(userid))).find(({ id }) => id === acceptanceid);
    if (!acceptance) throw new Refusal('not-found', { detail: `acceptance ${acceptanceid}` });
    const text = await work.row(textsOf([acceptanceid]));
    return { ...acceptance, terms_content: text?.html ?? '' };
  },
});

/** Which versions a person accepted, when and from where (doc3 §3). */
export const getTermsHistory = operation({
  name: 'admin.get-terms-history',
  summary: 'The terms that a person has accepted, newest first.',
  access: staff,
  kind: 'read',
  input: userId,
  output: z.object({
    historyitems: z.array(
      z.object({
        dts: z.date(),
        terms_version: z.number(),
        /** The company whose terms they are; null for the portal's own. */
        company_name: z.string().nullable(),
        metadata: z.object({ ipaddress: z.string() }),
        terms_content: z.string(),
      }),
    ),
  }),
  async run(work, { userid }) {
    await getSubject(work, userid);
    const rows = await work.rows(acceptancesOf(userid));
    const found = await work.rows(textsOf(rows.map(({ id }) => id)));
    const texts = new Map(found.map(({ id, html }) => [id, html]));
    return {
      historyitems: rows.map(({ id, dts, terms_version, company_name, ipaddress }) => ({
        dts,
        terms_version,
        company_name,
        metadata: { ipaddress },
        terms_content: texts.get(id) ?? '',
      })),
    };
  },
});
