import { z } from 'zod';
import { newId, operation, person, type Work, yesNo } from '#modules/platform/index.ts';
import { applicationsAudit } from '../audit.ts';
import { sendMonitoringOff } from '../jobs.ts';
import { applicationsTexts } from '../texts.ts';
import { alignMonitoring } from './profiles.ts';

/**
 * The consent to monitoring: asked for separately from everything else, stored in the words in which it was given, and
 * withdrawn at any time (D40).
 */

type Writing = Pick<Work<unknown>, 'db' | 'now' | 'visit' | 'audit' | 'enqueue'>;

const openConsent = ({ db }: Pick<Work, 'db'>, accountId: string) =>
  db
    .selectFrom('monitoring_consent')
    .select(['id', 'words', 'given_at'])
    .where('account_id', '=', accountId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();

/** Stores the words, time, network address and user agent. Agreeing a second time changes nothing. */
export async function giveMonitoringConsent(work: Writing, accountId: string): Promise<void> {
  const id = newId();
  const given = await work.db
    .insertInto('monitoring_consent')
    .values({
      id,
      account_id: accountId,
      words: applicationsTexts['monitoring.consent'],
      given_at: work.now,
      address: work.visit.address,
      agent: work.visit.agent,
    })
    .onConflict((open) => open.column('account_id').where('withdrawn_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!given) return;
  await work.audit({
    action: applicationsAudit.monitoringAgreed,
    about: accountId,
    object: { type: 'monitoring_consent', id },
  });
  await alignMonitoring(work, { accountId });
}

/** Ends the consent, and with it the monitoring. Changes nothing if there is no consent. */
async function withdrawMonitoringConsent(work: Writing, accountId: string): Promise<void> {
  const ended = await work.db
    .updateTable('monitoring_consent')
    .set({
      withdrawn_at: work.now,
      withdrawn_by: 'person',
      withdrawn_address: work.visit.address,
      withdrawn_agent: work.visit.agent,
    })
    .where('account_id', '=', accountId)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!ended) return;
  await work.audit({
    action: applicationsAudit.monitoringWithdrawn,
    about: accountId,
    object: { type: 'monitoring_consent', id: ended.id },
  });
  await alignMonitoring(work, { accountId });
}

/**
 * After staff or the agency turned the monitoring of a check off: the consent ends too, so that the person reads that it is
 * off, and they are told (D147). Nothing changes while another check of theirs is monitored.
 */
export async function endConsent(
  work: Pick<Work<unknown>, 'db' | 'now' | 'audit' | 'enqueue'>,
  accountId: string,
  by: 'staff' | 'agency',
): Promise<void> {
  const running = await work.db
    .selectFrom('monitored_profile')
    .select('id')
    .where('account_id', '=', accountId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (running) return;
  const ended = await work.db
    .updateTable('monitoring_consent')
    .set({ withdrawn_at: work.now, withdrawn_by: by })
    .where('account_id', '=', accountId)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!ended) return;
  await work.audit({
    action: applicationsAudit.monitoringConsentEnded,
    about: accountId,
    object: { type: 'monitoring_consent', id: ended.id },
    detail: { by },
  });
  await work.enqueue(sendMonitoringOff, { consentId: ended.id });
}

const monitoringAnswer = z.object({
  agreed: yesNo,
  /** What the person agreed to, or is asked to agree to. */
  words: z.string(),
  agreed_dts: z.date().nullable(),
  /** Who turned monitoring off last, and when, unless the person did or it is on. */
  ended: z.object({ by: z.enum(['staff', 'agency']), at: z.date() }).nullable(),
});

async function findEnd({ db }: Pick<Work, 'db'>, accountId: string) {
  const last = await db
    .selectFrom('monitoring_consent')
    .select(['withdrawn_by as by', 'withdrawn_at as at'])
    .where('account_id', '=', accountId)
    .orderBy('given_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last?.at || !last.by || last.by === 'person') return null;
  return { by: last.by, at: last.at };
}

export const getMonitoring = operation({
  name: 'applications.get-monitoring',
  summary: 'Whether the caller agreed to the monitoring of their score, when, and to which words.',
  access: person,
  kind: 'read',
  input: z.object({}),
  output: monitoringAnswer,
  async run(work) {
    const consent = await openConsent(work, work.caller.accountId);
    return {
      agreed: consent !== undefined,
      words: consent?.words ?? applicationsTexts['monitoring.consent'],
      agreed_dts: consent?.given_at ?? null,
      ended: consent ? null : await findEnd(work, work.caller.accountId),
    };
  },
});

export const agreeToMonitoring = operation({
  name: 'applications.agree-to-monitoring',
  summary: 'Gives the caller’s consent to the monitoring of their score.',
  access: person,
  inPersonOnly: true,
  kind: 'write',
  input: z.object({}),
  output: z.object({}),
  async run(work) {
    await giveMonitoringConsent(work, work.caller.accountId);
    return {};
  },
});

export const withdrawMonitoring = operation({
  name: 'applications.withdraw-monitoring',
  summary: 'Withdraws the caller’s consent to the monitoring of their score.',
  access: person,
  inPersonOnly: true,
  kind: 'write',
  input: z.object({}),
  output: z.object({}),
  async run(work) {
    await withdrawMonitoringConsent(work, work.caller.accountId);
    return {};
  },
});
