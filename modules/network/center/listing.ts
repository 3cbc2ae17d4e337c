import { z } from 'zod';
import { hasProof } from '#modules/applications/index.ts';
import { getPerson } from '#modules/identity/index.ts';
import { anyone, operation, trimmed, type Work, yesNo } from '#modules/platform/index.ts';
import { findIndividualObstacle } from '../invitations/acceptable.ts';
import { openInvitations } from '../invitations/list.ts';
import { Refusal } from '../refusals.ts';
import { clientsOfEach } from '../shieldlink/company-links.ts';
import { connectionTypes } from '../statuses.ts';
import { centerThrottle, resolveCenterCode } from './codes.ts';

/** The Invite Center lists a person's open invitations for the reader of a mailed link (doc1 §4). */

export const centerInput = z.object({ invitecode: trimmed(64, 1) });

/** What accepting means, and whether it is possible; only for a reader who has proven to be the person. */
const terms = z.object({
  connectiontype: z.enum(connectionTypes),
  /** Accepting shares the report too (D59). */
  network_requires_pdf: yesNo,
  /** The companies that will see the person as well, through ShieldLink (D55). */
  also_seen_by: z.array(z.string()),
  /** Why it cannot be accepted here; null if it can. */
  obstacle: z.string().nullable(),
});

/**
 * Who invites a person. A mail can be forwarded, so a reader who has not proven to be the person learns nothing private
 * about them: no preferences, and nothing that depends on their score. Looking at the list does not open an invitation
 * (D106) and does not use up the code.
 */
export const listPendingInvites = operation({
  name: 'network.list-pending-invites',
  summary:
    'The open invitations of the person to whom a code was mailed. What accepting means, and the preferences, are told only with that person’s session, or with the proof that the code’s page takes.',
  access: anyone,
  kind: 'read',
  input: centerInput,
  output: z.object({
    invites: z.array(
      z.object({
        id: z.uuid(),
        firstname: z.string(),
        lastname: z.string(),
        businessname: z.string(),
        invite_dts: z.date(),
        accepted: yesNo,
        /** null without the proof. */
        terms: terms.nullable(),
      }),
    ),
    /** null without the proof. */
    profile: z.object({ network_autoacceptinvite: yesNo, network_searchresults: yesNo }).nullable(),
    /** What the reader must do to prove who they are, before anything can be accepted. */
    proof_needed: z.boolean(),
  }),
  throttle: centerThrottle,
  async run(work, { invitecode }) {
    const link = await resolveCenterCode(work, invitecode);
    const open = await work.rows(
      openInvitations({ accountId: link.account_id, companyId: null }, work.now, null),
    );
    const proven = hasProof(work, link);
    const termsOf = proven ? await findTerms(work, link.account_id, open) : () => null;
    const invites = open.map((invitation) => {
      const { inviteid: id, firstname, lastname, businessname, invite_dts, accepted } = invitation;
      return { id, firstname, lastname, businessname, invite_dts, accepted, terms: termsOf(invitation) };
    });
    if (!proven) return { invites, profile: null, proof_needed: true };
    const { preferences } = await getPerson(work, link.account_id);
    const { network_autoacceptinvite, network_searchresults } = preferences;
    return { invites, profile: { network_autoacceptinvite, network_searchresults }, proof_needed: false };
  },
});

type OpenInvitation = Awaited<ReturnType<ReturnType<typeof openInvitations>['execute']>>['rows'][number];

async function findTerms(
  work: Pick<Work, 'db' | 'rows' | 'now'>,
  accountId: string,
  invitations: readonly OpenInvitation[],
): Promise<(invitation: OpenInvitation) => z.output<typeof terms>> {
  const obstacle = await findIndividualObstacle(work, accountId, 'INDIVIDUAL');
  const clientsOf = await clientsOfEach(
    work,
    invitations.map(({ owner_company_id }) => owner_company_id),
  );
  return ({ connectiontype, network_requires_pdf, owner_company_id }) => {
    const own = connectiontype === 'INDIVIDUAL' ? obstacle : 'network.accept-company-only';
    return {
      connectiontype,
      network_requires_pdf,
      also_seen_by: clientsOf(owner_company_id),
      obstacle: own && new Refusal(own).text,
    };
  };
}
