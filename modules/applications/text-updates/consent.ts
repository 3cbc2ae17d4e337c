import { z } from 'zod';
import { getPerson } from '#modules/identity/index.ts';
import { newId, operation, person, type Work, yesNo } from '#modules/platform/index.ts';
import { applicationsAudit } from '../audit.ts';
import { Refusal } from '../refusals.ts';
import { applicationsTexts } from '../texts.ts';

/**
 * The consent to texts about an application's progress: asked for separately from everything else, for one verified
 * number; stored with its words, time and network address; withdrawn on the page or by a reply (D93).
 */

type Reading = Pick<Work, 'db'>;

/** The consent that is valid for the person's verified number; a consent for a previous number is not. */
export async function findTextConsent(
  work: Reading,
  accountId: string,
): Promise<{ id: string; mobile: string; words: string; given_at: Date } | null> {
  const open = await work.db
    .selectFrom('text_consent as consent')
    .innerJoin('account', 'account.id', 'consent.account_id')
    .select(['consent.id', 'consent.mobile', 'consent.words', 'consent.given_at'])
    .where('consent.account_id', '=', accountId)
    .where('consent.withdrawn_at', 'is', null)
    .whereRef('consent.mobile', '=', 'account.mobile')
    .where('account.mobile_verified_at', 'is not', null)
    .executeTakeFirst();
  return open ?? null;
}

type Withdrawing = Pick<Work<unknown>, 'db' | 'now' | 'visit' | 'audit'>;

/**
 * Ends the open consents.
 * @param of the person, or the number that replied, ten digits
 */
export async function withdrawTexts(
  work: Withdrawing,
  of: { accountId: string } | { mobile: string },
  by: 'switch' | 'stop' | 'other-number',
): Promise<void> {
  const ended = await work.db
    .updateTable('text_consent')
    .set({
      withdrawn_at: work.now,
      withdrawn_by: by,
      withdrawn_address: work.visit.address,
      withdrawn_agent: work.visit.agent,
    })
    .where('withdrawn_at', 'is', null)
    .where((row) =>
      'accountId' in of ? row('account_id', '=', of.accountId) : row('mobile', '=', of.mobile),
    )
    .returning(['id', 'account_id'])
    .execute();
  for (const { id, account_id } of ended) {
    await work.audit({
      action: applicationsAudit.textsWithdrawn,
      about: account_id,
      object: { type: 'text_consent', id },
      detail: { by },
    });
  }
}

export const getTextUpdates = operation({
  name: 'applications.get-text-updates',
  summary: 'Whether the caller gets texts about their background checks, and what they agreed to.',
  access: person,
  kind: 'read',
  input: z.object({}),
  output: z.object({
    agreed: yesNo,
    /** What the person agreed to, or is asked to agree to. */
    words: z.string(),
    agreed_dts: z.date().nullable(),
    /** The verified number, ten digits; null if there is none. */
    mobile: z.string().nullable(),
  }),
  async run(work) {
    const { mobile, mobile_verified_at, words, given_at } = await work.db
      .selectFrom('account')
      .leftJoin('text_consent as consent', (join) =>
        join
          .onRef('consent.account_id', '=', 'account.id')
          .onRef('consent.mobile', '=', 'account.mobile')
          .on('consent.withdrawn_at', 'is', null)
          .on('account.mobile_verified_at', 'is not', null),
      )
      .select(['account.mobile', 'account.mobile_verified_at', 'consent.words', 'consent.given_at'])
      .where('account.id', '=', work.caller.accountId)
      .executeTakeFirstOrThrow();
    return {
      agreed: given_at !== null,
      words: words ?? applicationsTexts['texts.consent'],
      agreed_dts: given_at,
      mobile: mobile_verified_at ? mobile : null,
    };
  },
});

/** Agreeing a second time changes nothing. @throws Refusal applications.texts-need-number */
export const agreeToTexts = operation({
  name: 'applications.agree-to-texts',
  summary: 'Gives the caller’s consent to texts about their background checks, for their verified number.',
  access: person,
  inPersonOnly: true,
  kind: 'write',
  input: z.object({}),
  output: z.object({}),
  async run(work) {
    const { accountId } = work.caller;
    const { mobile, mobile_verified: verified } = await getPerson(work, accountId);
    if (!verified) throw new Refusal('applications.texts-need-number');
    if (await findTextConsent(work, accountId)) return {};
    await withdrawTexts(work, { accountId }, 'other-number');
    const id = newId();
    await work.db
      .insertInto('text_consent')
      .values({
        id,
        account_id: accountId,
        mobile,
        words: applicationsTexts['texts.consent'],
        given_at: work.now,
        address: work.visit.address,
        agent: work.visit.agent,
      })
      .execute();
    await work.audit({
      action: applicationsAudit.textsAgreed,
      about: accountId,
      object: { type: 'text_consent', id },
    });
    return {};
  },
});

export const endTexts = operation({
  name: 'applications.end-texts',
  summary: 'Withdraws the caller’s consent to texts about their background checks.',
  access: person,
  inPersonOnly: true,
  kind: 'write',
  input: z.object({}),
  output: z.object({}),
  async run(work) {
    await withdrawTexts(work, work.caller, 'switch');
    return {};
  },
});
