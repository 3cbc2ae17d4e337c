import { z } from 'zod';
import { companyMember, getCompany } from '#modules/enterprise/index.ts';
import {
  type Access,
  type Caller,
  person,
  staff,
  takeTransactionLock,
  type Work,
} from '#modules/platform/index.ts';
import { Refusal } from '../refusals.ts';

/** Who sends invitations in bulk: the owner and admins of a company, and staff for any company (D132). */
interface BulkCaller extends Caller, BulkActor {}

/** Who sends, or in whose name a key of the company does. */
export interface BulkActor {
  accountId: string;
  /** The company for which the caller sends; null for staff, who name it. */
  bulkCompanyId: string | null;
}

const member = companyMember('admin');

export const bulkSender: Access<BulkCaller> = {
  name: 'bulkSender',
  admits: [...member.admits, 'staff'],
  admit(caller) {
    const session = person.admit(caller);
    if (session.role === 'ADMIN') return { ...staff.admit(caller), bulkCompanyId: null };
    return { ...session, bulkCompanyId: member.admit(session).companyId };
  },
};

/** Staff name the company; everybody else acts for their own. */
export const ofCompany = { companyid: z.uuid().optional() };

/** @throws Refusal not-found if staff name no company, or somebody else names one that is not theirs */
export async function companyOf(
  work: Pick<Work<BulkActor>, 'caller' | 'db'>,
  { companyid }: { companyid?: string | undefined },
): Promise<string> {
  const own = work.caller.bulkCompanyId;
  const id = own ?? companyid;
  if (id === undefined || (companyid !== undefined && companyid !== id)) {
    throw new Refusal('not-found', { detail: `company ${companyid}` });
  }
  if (own === null) await getCompany(work, id);
  return id;
}

/**
 * Lets one transaction at a time send for a company, or stop what is sent. Whoever asked first comes first: the lock of a
 * row may go to the next batch before somebody's press that waits for it.
 */
export const takeTurn = ({ db }: Pick<Work, 'db'>, companyId: string): Promise<void> =>
  takeTransactionLock(db, `bulk:${companyId}`);

/** @throws Refusal not-found for one of another company */
export async function getBulk(
  work: Pick<Work<BulkActor>, 'caller' | 'db'>,
  { bulkid, companyid }: { bulkid: string; companyid?: string | undefined },
) {
  const companyId = await companyOf(work, { companyid });
  const bulk = await work.db
    .selectFrom('bulk_invitation')
    .selectAll()
    .where('id', '=', bulkid)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  if (!bulk) throw new Refusal('not-found', { detail: `bulk invitation ${bulkid}` });
  return bulk;
}

export type StoredBulk = Awaited<ReturnType<typeof getBulk>>;

/** The same, locked until the transaction ends. */
export async function lockBulk(
  work: Pick<Work<BulkActor>, 'caller' | 'db'>,
  about: { bulkid: string; companyid?: string | undefined },
): Promise<StoredBulk> {
  await work.db
    .selectFrom('bulk_invitation')
    .select('id')
    .where('id', '=', about.bulkid)
    .forUpdate()
    .execute();
  return getBulk(work, about);
}
