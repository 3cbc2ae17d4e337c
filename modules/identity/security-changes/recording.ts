import { z } from 'zod';
import {
  anyOf,
  hashToken,
  newId,
  readEmailAddress,
  sealedColumn,
  type Work,
} from '#modules/platform/index.ts';
import { sendSecurityNotice } from '../jobs.ts';
import { identityTimings } from '../limits.ts';
import { methodKinds, type SecurityChangeKind, twoStepMethods } from '../rules.ts';

/**
 * Changes of how a person signs in. Each stores the previous state, sealed, so that the owner can restore it for 72
 * hours with the link in the mail about the change (D103).
 */

const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

const bytes = z.codec(
  z.base64(),
  z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  {
    decode: (text) => Buffer.from(text, 'base64'),
    encode: (value) => Buffer.from(value).toString('base64'),
  },
);

/** Everything about how a person signs in that an undo restores. */
const snapshotSchema = z.object({
  accountId: z.uuid(),
  account: z.object({
    emailaddress: z.string(),
    password_hash: z.string(),
    mobile: z.string(),
    mobile_verified_at: instant.nullable(),
    two_step_method: z.enum(twoStepMethods),
    two_step_contact_id: z.uuid().nullable(),
  }),
  methods: z.array(
    z.object({
      id: z.uuid(),
      account_id: z.uuid(),
      kind: z.enum(methodKinds),
      value: z.string(),
      secret_sealed: z.string().nullable(),
      last_step: z.number().nullable(),
      started_at: instant,
      verified_at: instant.nullable(),
    }),
  ),
  // Absent in states that were stored before there were passkeys.
  passkeys: z
    .array(
      z.object({
        id: z.uuid(),
        account_id: z.uuid(),
        credential_id: z.string(),
        public_key: bytes,
        counter: z.number(),
        host: z.string(),
        name: z.string(),
        created_at: instant,
        last_used_at: instant.nullable(),
      }),
    )
    .default([]),
  codes: z.array(
    z.object({
      id: z.uuid(),
      account_id: z.uuid(),
      code_hash: z.string(),
      created_at: instant,
      used_at: instant.nullable(),
    }),
  ),
});
export type Snapshot = z.output<typeof snapshotSchema>;

/** How the person signs in now. Call it in the transaction of the change, before anything is changed. */
export async function takeSnapshot({ db }: Pick<Work, 'db'>, accountId: string): Promise<Snapshot> {
  const account = await db
    .selectFrom('account')
    .select([
      'emailaddress',
      'password_hash',
      'mobile',
      'mobile_verified_at',
      'two_step_method',
      'two_step_contact_id',
    ])
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const methods = await db
    .selectFrom('contact_method')
    .select(['id', 'account_id', 'kind', 'value', 'secret_sealed', 'last_step', 'started_at', 'verified_at'])
    .where('account_id', '=', accountId)
    .execute();
  const passkeys = await db
    .selectFrom('passkey')
    .select([
      'id',
      'account_id',
      'credential_id',
      'public_key',
      'counter',
      'host',
      'name',
      'created_at',
      'last_used_at',
    ])
    .where('account_id', '=', accountId)
    .execute();
  const codes = await db
    .selectFrom('recovery_code')
    .select(['id', 'account_id', 'code_hash', 'created_at', 'used_at'])
    .where('account_id', '=', accountId)
    .execute();
  return { accountId, account, methods, passkeys, codes };
}

/** Stores the state before a change, and has the owner told. */
export async function recordChange(
  work: Pick<Work, 'db' | 'now' | 'portal' | 'enqueue'>,
  before: Snapshot,
  change: SecurityChangeKind,
): Promise<void> {
  const id = newId();
  await work.db
    .insertInto('security_change')
    .values({
      id,
      account_id: before.accountId,
      change,
      changed_at: work.now,
      expires_at: new Date(work.now.getTime() + identityTimings['undo.lifetime']),
      token_hash: hashToken(undoToken(work, id)),
      before_sealed: work.portal.keys.encrypt(JSON.stringify(z.encode(snapshotSchema, before)), sealedAt(id)),
    })
    .execute();
  await work.enqueue(sendSecurityNotice, { changeId: id });
}

const sealedAt = sealedColumn({ table: 'security_change', column: 'before_sealed' });

/** The token of the mailed link: derived from the row's id, so that no payload contains it. */
export function undoToken({ portal }: Pick<Work, 'portal'>, changeId: string): string {
  return portal.keys.mac('identity.undo-link', changeId);
}

export function openSnapshot(
  { portal }: Pick<Work, 'portal'>,
  row: { id: string; before_sealed: string },
): Snapshot {
  const kept = z.decode(snapshotSchema, JSON.parse(portal.keys.decrypt(row.before_sealed, sealedAt(row.id))));
  // The address may have been kept before it was brought to the one form.
  const emailaddress = readEmailAddress(kept.account.emailaddress) ?? kept.account.emailaddress;
  return { ...kept, account: { ...kept.account, emailaddress } };
}

/**
 * Restores how the person signed in. The caller holds the account's lock and has made sure that the address is free.
 * Codes that were used since then stay used.
 */
export async function restoreSnapshot(
  work: Pick<Work, 'db' | 'now'>,
  { accountId, account, methods, passkeys, codes }: Snapshot,
): Promise<void> {
  const { db, now } = work;
  // The primary method may be one of those that are deleted, so the account stops referring to it first.
  await db
    .updateTable('account')
    .set({ two_step_method: 'EMAIL', two_step_contact_id: null })
    .where('id', '=', accountId)
    .execute();
  await db
    .deleteFrom('contact_method')
    .where('account_id', '=', accountId)
    .where(({ not, eb }) => not(eb('id', '=', anyOf(methods.map(({ id }) => id)))))
    .execute();
  for (const method of methods) {
    await db
      .insertInto('contact_method')
      .values(method)
      .onConflict((known) => known.column('id').doUpdateSet({ verified_at: method.verified_at }))
      .execute();
  }
  await db
    .deleteFrom('passkey')
    .where('account_id', '=', accountId)
    .where(({ not, eb }) => not(eb('id', '=', anyOf(passkeys.map(({ id }) => id)))))
    .execute();
  for (const passkey of passkeys) {
    await db
      .insertInto('passkey')
      .values({ ...passkey, public_key: Buffer.from(passkey.public_key) })
      // A passkey that was never removed keeps its count; one that was added again keeps its new row.
      .onConflict((known) => known.doNothing())
      .execute();
  }
  await db
    .deleteFrom('recovery_code')
    .where('account_id', '=', accountId)
    .where(({ not, eb }) => not(eb('id', '=', anyOf(codes.map(({ id }) => id)))))
    .execute();
  for (const code of codes) {
    await db
      .insertInto('recovery_code')
      .values(code)
      .onConflict((known) => known.column('id').doNothing())
      .execute();
  }
  await db
    .updateTable('account')
    .set({ ...account, password_changed_at: now })
    .where('id', '=', accountId)
    .execute();
}
