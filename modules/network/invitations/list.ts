import { z } from 'zod';
import type { FindPendingInvites } from '#modules/applications/index.ts';
import { column, operation, person, sql, statement, yesNo } from '#modules/platform/index.ts';
import { mostInvitations } from '../fields.ts';
import { answeredBy, type Sharer, sharerOf } from '../owner.ts';
import { clientsOfEach } from '../shieldlink/company-links.ts';
import { connectionTypes } from '../statuses.ts';

/** The open invitations to a person, or to the company for which they answer, as they see them. */

export const invitationAnswer = z.object({
  inviteid: z.uuid(),
  /** The company that invites, or the inviter's own business. */
  businessname: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  invite_dts: z.date(),
  invite_expires_dts: z.date(),
  connectiontype: z.enum(connectionTypes),
  /** Accepting shares the report too (D59). */
  network_requires_pdf: yesNo,
  accepted: yesNo,
});

/** The open invitations of the person who asks, newest first. */
export const listInvitations = operation({
  name: 'network.list-invitations',
  summary: "The signed-in person's open invitations.",
  access: person,
  kind: 'read',
  input: z.object({}),
  output: z.object({ invitations: z.array(invitationAnswer) }),
  async run(work) {
    return { invitations: await work.rows(openInvitations(sharerOf(work.caller), work.now, null)) };
  },
});

/** @param inviteId reads only this invitation; null for all of them */
export const openInvitations = statement({
  name: 'network.open-invitations',
  prepared: true,
  row: {
    inviteid: column.uuid,
    owner_company_id: column.uuid.nullable(),
    businessname: column.text,
    firstname: column.text,
    lastname: column.text,
    invite_dts: column.instant,
    invite_expires_dts: column.instant,
    connectiontype: column.oneOf(connectionTypes),
    network_requires_pdf: column.boolean,
    accepted: column.boolean,
  },
  examples: [
    [{ accountId: '', companyId: null }, new Date(0), null],
    [{ accountId: '', companyId: '' }, new Date(0), ''],
  ],
  sql: (sharer: Sharer, now: Date, inviteId: string | null) => sql`
    select c.id as inviteid, c.owner_company_id, coalesce(o.company_name, inviter.businessname) as businessname,
      inviter.firstname, inviter.lastname, c.invited_at as invite_dts, c.invite_expires_at as invite_expires_dts,
      c.connection_type as connectiontype, coalesce(o.network_requires_pdf, false) as network_requires_pdf,
      false as accepted
    from connection c
      join account inviter on inviter.id = c.invited_by_account_id
      left join company o on o.id = c.owner_company_id
    where ${answeredBy(sharer)} and c.accepted_at is null and c.ignored_at is null and c.cancelled_at is null
      and c.invite_expires_at > ${now} ${inviteId === null ? sql`` : sql`and c.id = ${inviteId}`}
    order by c.invited_at desc, c.id desc limit ${mostInvitations}`,
});

/** The open invitations that a person can choose when accepting a score (doc2 §4.5). */
export const findPendingInvites: FindPendingInvites = async (work, accountId) => {
  const open = await work.rows(openInvitations({ accountId, companyId: null }, work.now, null));
  const individual = open.filter(({ connectiontype }) => connectiontype === 'INDIVIDUAL');
  const clientsOf = await clientsOfEach(
    work,
    individual.map(({ owner_company_id }) => owner_company_id),
  );
  return individual.map((invitation) => {
    const { inviteid: id, firstname, lastname, businessname, invite_dts, network_requires_pdf } = invitation;
    const also_seen_by = clientsOf(invitation.owner_company_id);
    return {
      id,
      firstname,
      lastname,
      businessname,
      invite_dts,
      accepted: false,
      network_requires_pdf,
      also_seen_by,
    };
  });
};
