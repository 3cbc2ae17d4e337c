import { z } from 'zod';
import { withdrawTexts } from '#modules/applications/index.ts';
import { brandForHost } from '#modules/enterprise/index.ts';
import {
  anyone,
  markHandled,
  operation,
  type Portal,
  readPhone,
  readTwilioForm,
  storeOnce,
  type Work,
} from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { lockPeople } from '../connections/people.ts';
import { acceptByText } from '../invitations/answer.ts';
import { Refusal } from '../refusals.ts';
import { isOver } from './flow.ts';
import { readReply, type TextAnswer } from './rules.ts';
import { optIn, optOut } from './sending.ts';

/**
 * What people reply to texts. A reply is first read as the answer to an invitation. STOP ends all texts at once; HELP
 * gets information (D56, D93).
 */

const PROVIDER = 'sms';

/** Takes a text from /hooks/sms. @throws Refusal callback-unsigned */
export const receiveText = operation({
  name: 'network.receive-text',
  summary: 'A signed text message that a person sent to the portal’s number.',
  access: anyone,
  kind: 'write',
  input: z.object({
    /** The form, byte for byte as it was received. */
    body: z.string().max(64 * 1024),
    /** The header x-twilio-signature. */
    signature: z.string().max(1000).optional(),
  }),
  output: z.object({
    received: z.boolean(),
    /** The text to reply with; null for no reply. */
    reply: z.string().nullable(),
  }),
  async run(work, { body, signature }) {
    const { sms, publicUrl } = work.portal.config;
    const text = readTwilioForm(sms.authToken, `${publicUrl}/hooks/sms`, body, signature ?? '');
    if (!text) throw new Refusal('callback-unsigned');
    const wish = readReply(text.body);
    const help = wish === 'help' ? await helpText(work.portal) : null;
    // Neither the number nor the words are stored, so everything that a text asks for is done here.
    const hook = { provider: PROVIDER, eventId: text.id, body: {}, receivedAt: work.now };
    if (!(await storeOnce(work.db, hook))) return { received: false, reply: help };
    const mobile = readPhone(text.from);
    const reply = mobile ? await carryOut(work, mobile, wish) : null;
    await markHandled(work.db, PROVIDER, text.id, work.now);
    return { received: true, reply: help ?? reply };
  },
});

/** @returns the text to reply with. The provider itself confirms STOP and START, as carriers require. */
async function carryOut(
  work: Work<unknown>,
  mobile: string,
  wish: ReturnType<typeof readReply>,
): Promise<string | null> {
  if (wish === 'Y' || wish === 'N') return answer(work, mobile, wish);
  if (wish === 'stop') {
    await withdrawTexts(work, { mobile }, 'stop');
    await optOut(work, mobile);
  }
  if (wish === 'start') await optIn(work, mobile);
  return null;
}

/** The answer to the one question that waits for it. If two answers arrive at the same time, the first counts. */
async function answer(work: Work<unknown>, mobile: string, said: TextAnswer): Promise<string | null> {
  await lockPeople(work, { connectionIds: await askedOf(work, mobile) });
  const asked = await work.db
    .selectFrom('sms_acceptance as s')
    .innerJoin('connection as c', 'c.id', 's.connection_id')
    .innerJoin('account as a', 'a.id', 'c.account_id')
    .select(['c.id', 'a.id as account_id', 's.waiting_until'])
    .where('s.mobile', '=', mobile)
    .where('s.state', '=', 'waiting')
    // The number may belong to somebody else by now.
    .whereRef('a.mobile', '=', 's.mobile')
    .where('a.mobile_verified_at', 'is not', null)
    .where('a.active', '=', true)
    .forUpdate('s')
    .executeTakeFirst();
  if (!asked) return null;
  const { id, account_id: accountId } = asked;
  if (isOver(asked.waiting_until, work.now)) return tooLate(work.portal);
  const accepted = said === 'Y' ? await acceptByText(work, { id, accountId }) : null;
  await work.db
    .updateTable('sms_acceptance')
    .set({
      state: accepted ? 'accepted' : said === 'N' ? 'declined' : 'unanswered',
      mobile: null,
      waiting_until: null,
    })
    .where('connection_id', '=', id)
    .execute();
  await work.audit({
    action: networkAudit.smsAnswered,
    about: accountId,
    object: { type: 'connection', id },
    detail: { answer: said, accepted: accepted !== null, report_shared: accepted?.report_shared ?? false },
  });
  if (said === 'N') return 'Declined. Nothing was shared.';
  if (!accepted) return tooLate(work.portal);
  const what = accepted.report_shared ? 'your ShieldScore and your full report' : 'your ShieldScore';
  return `Accepted. You now share ${what}. You can stop sharing at any time in your account.`;
}

/** The invitations about which this number was asked and has not answered. */
async function askedOf({ db }: Pick<Work, 'db'>, mobile: string): Promise<string[]> {
  const asked = await db
    .selectFrom('sms_acceptance')
    .select('connection_id')
    .where('mobile', '=', mobile)
    .where('state', '=', 'waiting')
    .execute();
  return asked.map(({ connection_id }) => connection_id);
}

async function tooLate(portal: Portal): Promise<string> {
  const { origin } = await brandForHost(portal, null);
  return `This invitation can no longer be answered by text. Log in to respond: ${origin}/user`;
}

async function helpText(portal: Portal): Promise<string> {
  const { company_name: name, support_email: email, origin } = await brandForHost(portal, null);
  return `${name}: texts about your background check and invitations. Help: ${email || `${origin}/support`}. Reply STOP to end texts.`;
}
