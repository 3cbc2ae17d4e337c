import { z } from 'zod';
import {
  anyone,
  newId,
  operation,
  person,
  purge,
  sealedColumn,
  sql,
  type Work,
} from '#modules/platform/index.ts';
import { keptTextBytes, keptTextCount, keptTextLifetime } from '../limits.ts';
import { findEndedSession } from '../sessions/ended.ts';
import { readShownFor } from '../sessions/shown-for.ts';

/**
 * What a person typed into a form that was sent after their session had ended, or that waits for a step of the sign-in.
 * It is shown again in the same form, for 30 minutes, to that account alone.
 */

const sealedAt = sealedColumn({ table: 'kept_text', column: 'values_sealed' });

const place = {
  /** Which page the form is on (app/kept-page.ts). */
  page: z.string().max(300).startsWith('/'),
  /** The id of the form. */
  form: z.string().min(1).max(100),
};

const values = z.record(z.string().max(100), z.unknown());
type Values = z.output<typeof values>;

const before = (now: Date) => new Date(now.getTime() - keptTextLifetime);

/** Whether a form without a session is read, because what was typed into it would be kept. */
export const mayKeepText = operation({
  name: 'identity.may-keep-text',
  summary: 'Whether the browser has the cookie of a session that ended a short time ago.',
  access: anyone,
  kind: 'read',
  input: z.object({}),
  output: z.object({ may: z.boolean() }),
  run: async (work) => ({ may: (await findEndedSession(work)) !== null }),
});

/** Keeps what was typed for the account of the session, or of the session that ended. */
export const keepText = operation({
  name: 'identity.keep-text',
  summary: 'Keeps what was typed into a form until the person has signed in again.',
  access: anyone,
  kind: 'write',
  input: z.object({
    ...place,
    values,
    /** The mark of whom the page was shown for (sessions/shown-for.ts). Nothing is kept for anybody else. */
    mark: z.string().max(100),
  }),
  output: z.object({ kept: z.boolean() }),
  async run(work, { page, form, values: typed, mark }) {
    const { db, now, portal, caller } = work;
    const text = JSON.stringify(typed);
    const accountId = caller ? ownAccount(caller) : await findEndedSession(work);
    const shownFor = readShownFor(portal.keys, mark);
    if (!accountId || accountId !== shownFor?.accountId) return { kept: false };
    if (Buffer.byteLength(text) > keptTextBytes) return { kept: false };
    const id = newId();
    const kept = await db
      .insertInto('kept_text')
      .values({
        id,
        account_id: accountId,
        page,
        form,
        values_sealed: portal.keys.encrypt(text, sealedAt(id)),
        kept_at: now,
      })
      .onConflict((conflict) =>
        conflict.constraint('kept_text_form_key').doUpdateSet((eb) => ({
          id: eb.ref('excluded.id'),
          values_sealed: eb.ref('excluded.values_sealed'),
          kept_at: eb.ref('excluded.kept_at'),
        })),
      )
      .returning('id')
      .executeTakeFirst();
    await forgetOldest(work, accountId);
    return { kept: kept !== undefined };
  },
});

/** Staff who act as a person leave nothing in that person's forms. */
function ownAccount(caller: { accountId: string; adminAccountId: string | null }): string | null {
  return caller.adminAccountId === null ? caller.accountId : null;
}

async function forgetOldest({ db }: Pick<Work, 'db'>, accountId: string): Promise<void> {
  await db
    .deleteFrom('kept_text')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('kept_text')
        .select('id')
        .where('account_id', '=', accountId)
        .orderBy('kept_at', 'desc')
        .orderBy('id')
        .offset(keptTextCount),
    )
    .execute();
}

/** What was typed into the forms of a page before the person signed in again, by the forms' ids. */
export const listKeptTexts = operation({
  name: 'identity.list-kept-texts',
  summary: 'What was typed into the forms of a page before the session ended.',
  access: person,
  kind: 'read',
  input: z.object({ page: place.page }),
  output: z.object({ forms: z.record(z.string(), values) }),
  async run({ db, now, portal, caller }, { page }) {
    const accountId = ownAccount(caller);
    if (!accountId) return { forms: {} };
    const rows = await db
      .selectFrom('kept_text')
      .select(['id', 'form', 'values_sealed'])
      .where('account_id', '=', accountId)
      .where('page', '=', page)
      .where('kept_at', '>', before(now))
      .execute();
    const forms = rows.map(({ id, form, values_sealed }): [string, Values] => [
      form,
      values.parse(JSON.parse(portal.keys.decrypt(values_sealed, sealedAt(id)))),
    ]);
    return { forms: Object.fromEntries(forms) };
  },
});

/** Forgets what was kept for a form, once it was sent. */
export const forgetKeptText = operation({
  name: 'identity.forget-kept-text',
  summary: 'Forgets what was typed into a form once it was sent.',
  access: person,
  kind: 'write',
  input: z.object(place),
  output: z.object({}),
  async run({ db, caller }, { page, form }) {
    await db
      .deleteFrom('kept_text')
      .where('account_id', '=', caller.accountId)
      .where('page', '=', page)
      .where('form', '=', form)
      .execute();
    return {};
  },
});

export const keptTextSweep = purge({
  name: 'identity.kept-texts',
  table: 'kept_text',
  key: 'id',
  people: sql`t.account_id`,
  ended: (now) => sql`kept_at <= ${before(now)}`,
});
