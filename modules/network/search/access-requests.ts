import { z } from 'zod';
import { brandForCompany } from '#modules/enterprise/index.ts';
import {
  DAY,
  newId,
  operation,
  type Portal,
  SECOND,
  searchText,
  sql,
  type Work,
} from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { sendAccessRequest } from '../jobs.ts';
import { networkTimings } from '../limits.ts';
import { accessRequestMail } from '../mails.ts';
import { networkOwner, type Owner, ownerId } from '../owner.ts';
import { Refusal } from '../refusals.ts';
import { askedSince, findPerson, readTerm, refuseOwn } from './search.ts';

/** Asks a person whose score is private to share it, once a week at most (D84). */
export const requestAccess = operation({
  name: 'network.request-access',
  summary: 'Asks a person whose score is private to share it.',
  access: networkOwner('admin'),
  kind: 'write',
  /** What the search looked for, so that asking reveals no more than the search did. */
  input: z.object({ searchterm: searchText(1) }),
  output: z.object({ personid: z.uuid() }),
  throttle: { by: 'account', limit: 20, per: DAY },
  async run(work, input) {
    const { owner, accountId } = work.caller;
    const term = readTerm(input.searchterm, 'searchterm');
    refuseOwn(work.caller, term, 'searchterm');
    const person = await work.row(findPerson(owner, term, askedSince(work.now)));
    if (!person) throw new Refusal('network.shieldid-not-found', { field: 'searchterm' });
    if (person.shared || person.invited) throw new Refusal('network.access-not-needed');
    const requestId = await keepRequest(work, owner, person.id, accountId);
    if (!requestId) throw await askedBefore(work, owner, person.id);
    await work.audit({ action: networkAudit.accessRequested, about: person.id });
    await work.enqueue(sendAccessRequest, { requestId });
    return { personid: person.id };
  },
});

/** @returns the id of the request; null if this owner already asked the person less than a week ago */
async function keepRequest(
  { db, now }: Pick<Work, 'db' | 'now'>,
  owner: Owner,
  personId: string,
  askedBy: string,
): Promise<string | null> {
  const kept = await db
    .insertInto('access_request')
    .values({
      id: newId(),
      owner_company_id: 'companyId' in owner ? owner.companyId : null,
      owner_account_id: 'accountId' in owner ? owner.accountId : null,
      person_id: personId,
      asked_by_account_id: askedBy,
      asked_at: now,
    })
    .onConflict((same) =>
      same
        .columns(['owner_id', 'person_id'])
        .doUpdateSet({ asked_by_account_id: askedBy, asked_at: now })
        .where('access_request.asked_at', '<=', askedSince(now)),
    )
    .returning('id')
    .executeTakeFirst();
  return kept?.id ?? null;
}

async function askedBefore({ db, now }: Pick<Work, 'db' | 'now'>, owner: Owner, personId: string) {
  const { asked_at } = await db
    .selectFrom('access_request')
    .select('asked_at')
    .where('owner_id', '=', ownerId(owner))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow();
  const until = asked_at.getTime() + networkTimings['access.ask-again'];
  return new Refusal('network.access-requested', {
    retryAfter: Math.max(1, Math.ceil((until - now.getTime()) / SECOND)),
  });
}

/** @param messageId a second run of the same job sends the same Message-ID, so that mailboxes drop it */
export async function deliverAccessRequest(
  portal: Portal,
  { requestId }: { requestId: string },
  messageId: string,
): Promise<void> {
  const row = await portal.db
    .selectFrom('access_request as request')
    .leftJoin('company', 'company.id', 'request.owner_company_id')
    .leftJoin('account as individual', 'individual.id', 'request.owner_account_id')
    .select([
      'request.owner_company_id as companyId',
      'request.person_id as accountId',
      sql<string>`coalesce(company.company_name, individual.firstname || ' ' || individual.lastname)`.as(
        'network',
      ),
    ])
    .where('request.id', '=', requestId)
    .executeTakeFirst();
  if (!row) return;
  const { host } = await brandForCompany(portal, row.companyId);
  const letter = accessRequestMail({ network: row.network, individual: row.companyId === null });
  await portal.mailTo({ accountId: row.accountId }, { host, messageId }, letter);
}
