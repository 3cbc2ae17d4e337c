import {
  anyOf,
  column,
  type MailProgress,
  type MailRecords,
  newId,
  type Portal,
  type RowOfStatement,
  type SealedText,
  sealForPerson,
  sql,
  statement,
  type Work,
} from '#modules/platform/index.ts';

/**
 * Which mails a person got: each mail to the address of an account has a row, with its subject and address under the
 * person's own key.
 */

export const mailStates = [
  'sending',
  'sent',
  'delayed',
  'delivered',
  'failed',
  'bounced',
  'suppressed',
] as const;
const subjectAad = (id: string) => `sent_mail.subject:${id}`;
const textAad = (id: string) => `sent_mail.text:${id}`;
const addressAad = (id: string) => `sent_mail.address:${id}`;

/** Under which keys the texts of a row are found among those of `sealedMails`. */
export const subjectKey = (id: string) => `${id} subject`;
export const textKey = (id: string) => `${id} text`;
export const addressKey = (id: string) => `${id} address`;

const beginning = statement({
  name: 'identity.begin-mail',
  row: { id: column.uuid },
  sql: (mail: {
    id: string;
    accountId: string;
    kind: string;
    version: number;
    text: string | null;
    messageId: string;
    subject: string | null;
    address: string | null;
    state: 'sending' | 'suppressed';
    now: Date;
  }) => sql`
    insert into sent_mail (id, account_id, kind, version, message_id, subject_sealed, address_sealed, text_sealed,
      state, sent_at)
    values (${mail.id}::uuid, ${mail.accountId}::uuid, ${mail.kind}, ${mail.version}::int, ${mail.messageId},
      ${mail.subject}, ${mail.address}, ${mail.text}, ${mail.state}, ${mail.now}::timestamptz)
    on conflict (account_id, message_id) do update
      set state = case when sent_mail.state in ('suppressed', 'failed') then excluded.state else sent_mail.state end
    returning id`,
});

/** The implementation of the port that platform leaves open. */
export function mailRecords(portal: Portal): MailRecords {
  return {
    begin: ({ accountId, kind, version, messageId, subject, address, text, state }) =>
      portal.work('identity.begin-mail', async (work) => {
        const id = newId();
        const seal = (text: string, aad: string) =>
          sealForPerson(work.db, portal.keys, accountId, text, aad, work.now);
        const row = await work.row(
          beginning({
            id,
            accountId,
            kind,
            messageId,
            subject: await seal(subject, subjectAad(id)),
            address: await seal(address, addressAad(id)),
            version,
            text: text && (await seal(text, textAad(id))),
            state,
            now: work.now,
          }),
        );
        return row?.id ?? id;
      }),
    end: (id, state) =>
      portal.work('identity.end-mail', async ({ db, now }) => {
        await db
          .updateTable('sent_mail')
          .set({ state, ...(state === 'failed' ? { progressed_at: now } : {}) })
          .where('id', '=', id)
          // The provider's first event may be here before its answer.
          .where('state', '=', 'sending')
          .execute();
      }),
  };
}

/** What only says that the mail was read is not kept here. */
const kept = ['delayed', 'delivered', 'failed', 'bounced'] as const satisfies readonly MailProgress[];

/** What the provider reported about a mail. A mail that was delivered may be returned later, but is not delayed again. */
export async function noteProgress(
  { db }: Pick<Work<unknown>, 'db'>,
  recordId: string,
  progress: MailProgress,
  at: Date,
): Promise<void> {
  const state = kept.find((each) => each === progress);
  if (!state) return;
  await db
    .updateTable('sent_mail')
    .set({ state, progressed_at: at })
    .where('id', '=', recordId)
    .where(
      'state',
      'in',
      state === 'delayed' ? ['sending', 'sent'] : ['sending', 'sent', 'delayed', 'delivered'],
    )
    .execute();
}

/** The mails to a person, newest first, with their texts still encrypted. */
export const mailsToPerson = statement({
  name: 'identity.mails-to-person',
  row: {
    id: column.uuid,
    kind: column.text,
    version: column.integer.nullable(),
    subject_sealed: column.text.nullable(),
    address_sealed: column.text.nullable(),
    text_sealed: column.text.nullable(),
    state: column.oneOf(mailStates),
    sent_at: column.instant,
    progressed_at: column.instant.nullable(),
  },
  sql: (accountId: string, ids: readonly string[]) => sql`
    select id, kind, version, subject_sealed, address_sealed, text_sealed, state, sent_at, progressed_at from sent_mail
    where account_id = ${accountId} and id = ${anyOf(ids)}`,
});

type Sealed = Pick<RowOfStatement<typeof mailsToPerson>, 'id' | 'subject_sealed' | 'address_sealed'> & {
  text_sealed?: string | null;
};

/** The encrypted texts of mails, up to three for each. */
export function sealedMails(accountId: string, mails: readonly Sealed[]): SealedText[] {
  return mails.flatMap(({ id, subject_sealed: subject, address_sealed: address, text_sealed: text }) => [
    ...(subject ? [{ id: subjectKey(id), personId: accountId, sealed: subject, aad: subjectAad(id) }] : []),
    ...(address ? [{ id: addressKey(id), personId: accountId, sealed: address, aad: addressAad(id) }] : []),
    ...(text ? [{ id: textKey(id), personId: accountId, sealed: text, aad: textAad(id) }] : []),
  ]);
}
