import { brandForCompany } from '#modules/enterprise/index.ts';
import { formatDuration } from '#modules/platform/browser.ts';
import { type Portal, SmsRefused, sql, type Work } from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { acceptableSql } from '../invitations/acceptable.ts';
import { networkTimings } from '../limits.ts';
import { reachableByText } from '../phone.ts';
import { deriveSmsCode, hashSmsCode } from './code.ts';
import type { SmsState } from './rules.ts';

/** Twilio's error code for a number that has opted out. */
const OPTED_OUT = 21_610;

interface Sending {
  connectionId: string;
  sending: number;
}

const ENDING = 'Reply STOP to end texts, HELP for help.';

/** Sends the code of an acceptance by text message, unless the flow has moved on. */
export async function deliverSmsCode(
  portal: Portal,
  payload: Sending,
  triedSince: Date | null = null,
): Promise<void> {
  const made = await portal.work('network.make-sms-code', async (work) => {
    const found = await findSending(work, payload, 'code');
    if (!found) return null;
    const about = { id: payload.connectionId, sending: payload.sending };
    const code = deriveSmsCode(portal.keys, about);
    await work.db
      .updateTable('sms_acceptance')
      .set({
        code_hash: hashSmsCode(portal.keys, about, code),
        code_expires_at: new Date(work.now.getTime() + networkTimings['sms.code-lifetime']),
      })
      .where('connection_id', '=', payload.connectionId)
      .execute();
    return { ...found, code };
  });
  if (!made) return;
  const lasts = formatDuration(networkTimings['sms.code-lifetime']);
  await send(
    portal,
    payload,
    made,
    `${made.code} is your code for the invitation from ${made.network}. Only tell it to them if you know them. It expires in ${lasts}. ${ENDING}`,
    triedSince,
  );
}

/** Asks the person whether they accept, unless the flow has moved on. */
export async function deliverSmsQuestion(
  portal: Portal,
  payload: Sending,
  triedSince: Date | null = null,
): Promise<void> {
  const found = await portal.work('network.find-sms-question', (work) =>
    findSending(work, payload, 'waiting'),
  );
  if (!found) return;
  const what = found.asks_for_report ? 'your ShieldScore and your full report' : 'your ShieldScore';
  const lasts = formatDuration(networkTimings['sms.answer-wait']);
  await send(
    portal,
    payload,
    found,
    `Share ${what} with ${found.network}? Reply Y to accept or N to decline within ${lasts}. ${ENDING}`,
    triedSince,
  );
}

interface Found {
  mobile: string;
  owner_company_id: string | null;
  network: string;
  asks_for_report: boolean;
}

/**
 * The person's number and the name of the network that asks, locked; null if the flow is at another step, the number is
 * no longer the person's, or the invitation was withdrawn, answered, or has expired.
 */
async function findSending(
  work: Work<unknown>,
  { connectionId, sending }: Sending,
  state: SmsState,
): Promise<Found | null> {
  const found = await work.db
    .selectFrom('sms_acceptance as s')
    .innerJoin('connection as c', 'c.id', 's.connection_id')
    .innerJoin('account as a', 'a.id', 'c.account_id')
    .innerJoin('account as inviter', 'inviter.id', 'c.invited_by_account_id')
    .leftJoin('company as o', 'o.id', 'c.owner_company_id')
    .select([
      's.mobile',
      'c.owner_company_id',
      sql<string>`coalesce(o.company_name, inviter.firstname || ' ' || inviter.lastname)`.as('network'),
      sql<boolean>`coalesce(o.network_requires_pdf, false)`.as('asks_for_report'),
    ])
    .where('s.connection_id', '=', connectionId)
    .where('s.state', '=', state)
    .where('s.sending', '=', sending)
    .where((row) => row.or([row('s.waiting_until', 'is', null), row('s.waiting_until', '>', work.now)]))
    .whereRef('s.mobile', '=', 'a.mobile')
    .where(reachableByText)
    .where(acceptableSql(work.now))
    .forUpdate('s')
    .executeTakeFirst();
  return found?.mobile ? { ...found, mobile: found.mobile } : null;
}

/** A number that cannot take texts ends the flow. If it has opted out, that is remembered. */
async function send(
  portal: Portal,
  { connectionId, sending }: Sending,
  { mobile, owner_company_id }: Found,
  words: string,
  triedSince: Date | null,
): Promise<void> {
  const { company_name: name } = await brandForCompany(portal, owner_company_id);
  try {
    await portal.sms.send({ to: mobile, body: `${name}: ${words}`, triedSince });
  } catch (error) {
    if (!(error instanceof SmsRefused)) throw error;
    portal.log.warn({ code: error.code }, 'A text about an invitation was refused');
    await portal.work('network.end-sms-accept', async (work) => {
      if (error.code === OPTED_OUT) return optOut(work, mobile);
      await endFlows(work, { mobile, opted_out: false, connectionId, sending });
    });
  }
}

type Writing = Pick<Work<unknown>, 'db' | 'now' | 'audit'>;

/** Remembers that a number has opted out of texts about invitations, and ends what is under way with it (D56). */
export async function optOut(work: Writing, mobile: string): Promise<void> {
  const added = await work.db
    .insertInto('sms_opt_out')
    .values({ mobile, opted_out_at: work.now })
    .onConflict((known) => known.column('mobile').doNothing())
    .returning('mobile')
    .executeTakeFirst();
  if (added) await record(work, networkAudit.smsOptedOut, mobile);
  await endFlows(work, { mobile, opted_out: true });
}

/**
 * One audit entry about each account with this number, or a single entry about nobody. The number itself is not part of
 * it.
 */
async function record(
  { db, audit }: Writing,
  action: typeof networkAudit.smsOptedOut | typeof networkAudit.smsOptedIn,
  mobile: string,
): Promise<void> {
  const known = await db
    .selectFrom('account')
    .select('id')
    .where('mobile', '=', mobile)
    .where('mobile_verified_at', 'is not', null)
    .execute();
  if (known.length === 0) await audit({ action });
  for (const { id } of known) await audit({ action, about: id });
}

async function endFlows(
  { db }: Pick<Writing, 'db'>,
  ended: { mobile: string; opted_out: boolean } & Partial<Sending>,
): Promise<void> {
  const { mobile, opted_out, connectionId, sending } = ended;
  await db
    .updateTable('sms_acceptance')
    .set({
      state: 'unanswered',
      opted_out,
      mobile: null,
      code_hash: null,
      code_expires_at: null,
      waiting_until: null,
    })
    .where('mobile', '=', mobile)
    .$if(connectionId !== undefined, (query) => query.where('connection_id', '=', connectionId ?? ''))
    .$if(sending !== undefined, (query) => query.where('sending', '=', sending ?? 0))
    .execute();
}

/** The number accepts texts again: its owner replied START. */
export async function optIn(work: Writing, mobile: string): Promise<void> {
  const { db } = work;
  const removed = await db
    .deleteFrom('sms_opt_out')
    .where('mobile', '=', mobile)
    .returning('mobile')
    .executeTakeFirst();
  if (!removed) return;
  await record(work, networkAudit.smsOptedIn, mobile);
  await db
    .updateTable('sms_acceptance')
    .set({ opted_out: false })
    .where('opted_out', '=', true)
    .where('connection_id', 'in', (query) =>
      query
        .selectFrom('connection as c')
        .innerJoin('account as a', 'a.id', 'c.account_id')
        .select('c.id')
        .where('a.mobile', '=', mobile),
    )
    .execute();
}
