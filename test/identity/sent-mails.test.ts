import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { getSentMail } from '#modules/admin/index.ts';
import { removeSuppression, suppressAddress } from '#modules/identity/index.ts';
import { button, code, declareMail, MINUTE, newId, paragraph, sql } from '#modules/platform/index.ts';
import { secondsAgo, sendMailEvent } from '#test/factories/mail-events.ts';
import { newPerson, newStaff } from '#test/factories/people.ts';
import { refusalOf } from '#test/factories/two-step-methods.ts';
import { testPortal } from '#test/portal.ts';
import { rowOf, rowsOf } from '#test/sql.ts';

/** Which mails a person got, and what became of each. */
const secret = `whsec_${Buffer.alloc(24, 5).toString('base64')}`;
const portal = await testPortal({ environment: { MAIL_WEBHOOK_SECRET: secret } });

const letter = declareMail<{ subject: string }>({
  name: 'test.letter',
  sample: { subject: 'Hello' },
  group: 'service',
  subject: ({ subject }) => subject,
  preheader: 'A test',
  blocks: () => [paragraph('A test')],
});

const send = (accountId: string, messageId: string, subject = 'Your score expires in 45 days') =>
  portal.mailTo({ accountId }, { host: null, messageId }, letter({ subject }));

const mailsTo = (accountId: string) =>
  rowsOf(
    portal,
    sql<
      Record<string, unknown>
    >`select id, kind, state, subject_sealed, address_sealed, progressed_at from sent_mail
      where account_id = ${accountId} and kind = 'test.letter' order by sent_at, id`,
  );

test('a mail to a person is kept once, however often its job runs, without a readable subject or address', async () => {
  const { accountId, emailaddress } = await newPerson(portal);
  const id = `test.letter-${newId()}`;
  await send(accountId, id);
  await send(accountId, id);
  const mails = await mailsTo(accountId);
  expect(mails).toMatchObject([{ kind: 'test.letter', state: 'sent', progressed_at: null }]);
  expect(JSON.stringify(mails)).not.toContain('expires');
  expect(JSON.stringify(mails)).not.toContain(emailaddress);
});

test('a mail to an address without an account is not kept', async () => {
  const before = await rowsOf(portal, sql`select id from sent_mail`);
  const to = { address: `${randomUUID()}@example.com` };
  await portal.mailTo(to, { host: null, messageId: newId() }, letter({ subject: 'Hello' }));
  expect(await rowsOf(portal, sql`select id from sent_mail`)).toHaveLength(before.length);
});

test('a mail that is not sent is kept as such, until a later try sends it', async () => {
  const { accountId, emailaddress } = await newPerson(portal);
  const id = newId();
  await suppressAddress(portal, emailaddress, 'no-such-mailbox');
  expect(await send(accountId, id)).toBe('suppressed');
  expect(await mailsTo(accountId)).toMatchObject([{ state: 'suppressed' }]);
  await portal.work('test.lift', (work) => removeSuppression(work, accountId));
  await send(accountId, id);
  expect(await mailsTo(accountId)).toMatchObject([{ state: 'sent' }]);
});

test('the provider’s events say what became of it: delivered, later returned, but not delayed again', async () => {
  const { accountId } = await newPerson(portal);
  await send(accountId, newId());
  const record = String((await mailsTo(accountId))[0]?.id);
  const at = secondsAgo(portal, 60);
  await sendMailEvent(portal, 'delivery_delayed', { record });
  expect(await mailsTo(accountId)).toMatchObject([{ state: 'delayed' }]);
  await sendMailEvent(portal, 'delivered', { record, at });
  expect(await mailsTo(accountId)).toMatchObject([{ state: 'delivered', progressed_at: at }]);
  await sendMailEvent(portal, 'opened', { record });
  await sendMailEvent(portal, 'delivery_delayed', { record });
  expect(await mailsTo(accountId)).toMatchObject([{ state: 'delivered', progressed_at: at }]);
  portal.clock.advance(MINUTE);
  await sendMailEvent(portal, 'bounced', { record });
  expect(await mailsTo(accountId)).toMatchObject([{ state: 'bounced' }]);
});

test('a mail that failed is kept as sent once a later try sent it', async () => {
  const { accountId } = await newPerson(portal);
  const id = newId();
  await send(accountId, id);
  await sendMailEvent(portal, 'failed', { record: String((await mailsTo(accountId))[0]?.id) });
  expect(await mailsTo(accountId)).toMatchObject([{ state: 'failed' }]);
  await send(accountId, id);
  expect(await mailsTo(accountId)).toMatchObject([{ state: 'sent' }]);
});

test('F154: staff read a mail as it was sent, without what opens something, and by which version of its template', async () => {
  const person = await newPerson(portal);
  const staff = await newStaff(portal);
  const secretLetter = declareMail<object>({
    name: 'test.secret-letter',
    sample: {},
    version: 3,
    group: 'service',
    subject: 'Your code',
    preheader: 'A test',
    blocks: (_about, origin) => [
      paragraph('Type this code'),
      code('A1B2C3'),
      button('Open it', `${origin}/recovery/very-secret-token`),
    ],
  });
  await portal.mailTo({ accountId: person.accountId }, { host: null, messageId: newId() }, secretLetter({}));
  const mail = await rowOf(
    portal,
    sql<{
      id: string;
      text_sealed: string;
    }>`select id, text_sealed from sent_mail where kind = 'test.secret-letter'`,
  );
  expect(mail?.text_sealed).not.toContain('Type');
  const asked = { userid: person.accountId, mailid: mail?.id ?? '' };
  const read = await staff.visitor.perform(getSentMail, asked);
  expect(read).toMatchObject({
    version: 3,
    state: 'sent',
    subject: 'Your code',
    address: person.emailaddress,
  });
  expect(read.text).toContain('Type this code');
  expect(read.text).toContain('Open it:\n[link, not shown again]');
  expect(read.text).not.toMatch(/A1B2C3|very-secret|https?:/);
  const another = await newPerson(portal);
  const refused = staff.visitor.perform(getSentMail, { ...asked, userid: another.accountId });
  expect((await refusalOf(refused)).code).toBe('not-found');
});
