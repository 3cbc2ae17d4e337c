import { z } from 'zod';
import { termsFields } from '#modules/identity/fields.ts';
import {
  findAccepted,
  findTerms,
  getTerms,
  keepAcceptance,
  requestRegistrationCode,
  requireReadVersion,
  secondStepDone,
  type Terms,
  termsNotAccepted,
} from '#modules/identity/index.ts';
import { tick } from '#modules/platform/fields/kinds.ts';
import { anyone, inputOf, operation, type Work } from '#modules/platform/index.ts';
import { brandForHost } from '../brand/brands.ts';
import { sendTermsCopy } from '../jobs.ts';

/** A text to read, and whose it is. */
const termsDocument = z.object({
  of: z.enum(['portal', 'company']),
  company_name: z.string(),
  version: z.number(),
  /** Sanitized HTML. */
  html: z.string(),
});
type TermsDocument = z.output<typeof termsDocument>;

type TermsDue = { of: 'portal' | 'company'; companyId: string | null; terms: Terms };

/**
 * What a person has to accept now: the portal's terms, and those of the company on whose host they registered (D90).
 * Both on registration, and later those that have a newer version.
 */
async function listTermsDue(
  work: Work,
  accountId: string,
): Promise<{ due: TermsDue[]; acceptedBefore: boolean }> {
  const accepted = await findAccepted(work, accountId);
  const portal = await getTerms(work, 'portal');
  const companyId = accepted.companyId ?? (await companyOfRegistration(work, accepted));
  const company = companyId === null ? null : await findTerms(work, { kind: 'company', companyId });
  const all: TermsDue[] = [{ of: 'portal', companyId: null, terms: portal }];
  if (company) all.push({ of: 'company', companyId, terms: company });
  return {
    due: all.filter(
      ({ terms }) => terms.id !== accepted.portalTermsId && terms.id !== accepted.companyTermsId,
    ),
    acceptedBefore: accepted.portalTermsId !== null,
  };
}

/**
 * Only a person who is registering is asked for a company's terms. A person who already has an account never agreed to
 * have that company.
 */
async function companyOfRegistration(
  { portal }: Pick<Work, 'portal'>,
  accepted: { portalTermsId: string | null; registeredHost: string },
): Promise<string | null> {
  if (accepted.portalTermsId !== null) return null;
  return (await brandForHost(portal, accepted.registeredHost)).companyId;
}

/** The texts that the caller has to read and accept. */
export const getTermsDue = operation({
  name: 'enterprise.get-terms-due',
  summary:
    'The terms that the caller has to accept: the portal’s and those of the company they registered with.',
  access: secondStepDone,
  kind: 'read',
  input: z.object({}),
  output: z.object({
    documents: z.array(termsDocument),
    /** An older version was accepted; these are the newer ones. */
    accepted_before: z.boolean(),
  }),
  async run(work) {
    const { due, acceptedBefore } = await listTermsDue(work, work.caller.accountId);
    const names = await companyNames(work, due);
    return {
      documents: due.map(({ of, companyId, terms }) => ({
        of,
        company_name: names.get(companyId) ?? '',
        version: terms.version,
        html: terms.html,
      })),
      accepted_before: acceptedBefore,
    };
  },
});

async function companyNames(work: Work, due: TermsDue[]): Promise<Map<string | null, string>> {
  const names = new Map([[null as string | null, (await brandForHost(work.portal, null)).company_name]]);
  for (const { companyId } of due) {
    if (companyId === null) continue;
    const company = await work.db
      .selectFrom('company')
      .select('company_name')
      .where('id', '=', companyId)
      .executeTakeFirst();
    names.set(companyId, company?.company_name ?? '');
  }
  return names;
}

/**
 * Accepts the terms, in the second step of registration or when a newer version was published. Records which versions
 * were accepted, when and from where (D17, D90).
 */
export const acceptTerms = operation({
  name: 'enterprise.accept-terms',
  summary: 'Accepts the current terms; a new account is then sent its email code.',
  access: secondStepDone,
  kind: 'write',
  inPersonOnly: true,
  // The versions that the person read; refused if they are not the current ones.
  input: inputOf({ ...termsFields, updatedterms: tick('The terms have changed') }),
  invalidAs: termsNotAccepted,
  output: z.object({}),
  async run(work, { email_copy, terms_version, company_terms_version }) {
    const { accountId } = work.caller;
    const read = { portal: terms_version, company: company_terms_version };
    const { due } = await listTermsDue(work, accountId);
    for (const { of, terms } of due) {
      requireReadVersion(terms, read[of]);
      const acceptanceId = await keepAcceptance(work, accountId, terms, { of, emailCopy: email_copy });
      if (email_copy) await work.enqueue(sendTermsCopy, { acceptanceId });
    }
    await requestRegistrationCode(work);
    work.afterCommit(() => work.visit.forgetCaller());
    return {};
  },
});

/** Which texts a host shows: the portal's, and the company's if it has one of the kind. */
const hostTerms = {
  use: { own: 'portal', company: 'company' },
  purchase: { own: 'purchase', company: 'company-card' },
  score: { own: 'score', company: null },
} as const;

/** What the pages of the terms show to everybody: the portal's text, and the company's on its host (doc1 §2, D90). */
export const getHostTerms = operation({
  name: 'enterprise.get-host-terms',
  summary: 'The terms of the host of the request: of use, of purchase, or of the score.',
  access: anyone,
  kind: 'read',
  input: z.object({ terms: z.enum(['use', 'purchase', 'score']) }),
  output: z.object({ documents: z.array(termsDocument) }),
  async run(work, { terms: wanted }) {
    const brand = await brandForHost(work.portal, work.visit.host);
    const { own: ownKind, company: companyKind } = hostTerms[wanted];
    const own = await findTerms(work, { kind: ownKind, companyId: null });
    const { companyId } = brand;
    const company =
      companyId === null || companyKind === null
        ? null
        : await findTerms(work, { kind: companyKind, companyId });
    const documents: TermsDocument[] = [];
    if (own) {
      const { version, html } = own;
      documents.push({ of: 'portal', company_name: brand.portalName, version, html });
    }
    if (company) {
      const { version, html } = company;
      documents.push({ of: 'company', company_name: brand.company_name, version, html });
    }
    return { documents };
  },
});
