import { z } from 'zod';
import {
  companyTermsKinds,
  findTermsDraft,
  listTermsVersions,
  publishTermsDraft,
  saveTermsDraft,
  type TermsText,
  termsKinds,
} from '#modules/identity/index.ts';
import { column, operation, plainText, sql, staff, statement, type Work } from '#modules/platform/index.ts';
import { Refusal } from './refusals.ts';
import { getSubject, userId } from './subject.ts';

/** The texts that people agree to: written as a draft, published as a version that never changes (D17, D90). */

const termsText = z.object({
  kind: z.enum([...termsKinds, ...companyTermsKinds]),
  /** null for the portal's own. */
  companyid: z.uuid().nullable(),
});

/** @throws Refusal not-found for a company that is none, and for a kind that is not that company's or the portal's */
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
  summary: 'The draft and the published versions of a text that people agree to.',
  access: staff,
  kind: 'read',
  input: termsText,
  output: z.object({
    company_name: z.string(),
    draft: z.object({ html: z.string(), written_at: z.date(), author: z.string() }).nullable(),
    seen: z.string(),
    versions: z.array(
      z.object({ version: z.number(), html: z.string(), published_at: z.date(), is_current: z.boolean() }),
    ),
  }),
  async run(work, input) {
    const { name, ...text } = await textOf(work, input);
    const { draft, seen } = await findTermsDraft(work, text);
    return { company_name: name, draft, seen, versions: await listTermsVersions(work, text) };
  },
});

/** @throws Refusal admin.draft-changed */
async function requireSeen(work: Pick<Work, 'db'>, text: TermsText, seen: string): Promise<void> {
  if (seen !== (await findTermsDraft(work, text)).seen) throw new Refusal('admin.draft-changed');
}

export const saveTermsText = operation({
  name: 'admin.save-terms-text',
  summary: 'Keeps a draft of a text that people agree to.',
  access: staff,
  kind: 'write',
  input: termsText.extend({ html: plainText(100_000, 1), seen: z.string().max(64) }),
  output: z.object({}),
  async run(work, { html, seen, ...input }) {
    const text = await textOf(work, input);
    await requireSeen(work, text, seen);
    await saveTermsDraft(work, text, html, work.caller.accountId);
    return {};
  },
});

export const publishTermsText = operation({
  name: 'admin.publish-terms-text',
  summary: 'Publishes the draft of a text: whoever accepted an older version is asked again.',
  access: staff,
  kind: 'write',
  input: termsText.extend({ seen: z.string().max(64) }),
  output: z.object({ version: z.number() }),
  async run(work, { seen, ...input }) {
    const text = await textOf(work, input);
    await requireSeen(work, text, seen);
    return { version: await publishTermsDraft(work, text) };
  },
});

const acceptancesOf = statement({
  name: 'admin.terms-acceptances',
  row: {
    dts: column.instant,
    terms_version: column.integer,
    kind: column.text,
    company_name: column.text.nullable(),
    ipaddress: column.text,
    terms_content: column.text,
  },
  sql: (accountId: string) => sql`
    select accepted_at as dts, version as terms_version, kind, company_name, address as ipaddress,
      html as terms_content
    from terms_acceptance
    join terms_version on terms_version.id = terms_version_id
    left join company on company.id = terms_version.company_id
    where account_id = ${accountId}
    order by accepted_at desc, kind
    limit 200`,
});

/** Which versions a person accepted, when and from where (doc3 §3). */
export const getTermsHistory = operation({
  name: 'admin.get-terms-history',
  summary: 'The terms that a person has accepted, the newest first.',
  access: staff,
  kind: 'read',
  input: userId,
  output: z.object({
    historyitems: z.array(
      z.object({
        dts: z.date(),
        terms_version: z.number(),
        /** Whose terms; null for the portal's own. */
        company_name: z.string().nullable(),
        metadata: z.object({ ipaddress: z.string() }),
        terms_content: z.string(),
      }),
    ),
  }),
  async run(work, { userid }) {
    await getSubject(work, userid);
    const rows = await work.rows(acceptancesOf(userid));
    return {
      historyitems: rows.map(({ ipaddress, kind: _kind, ...item }) => ({ ...item, metadata: { ipaddress } })),
    };
  },
});
