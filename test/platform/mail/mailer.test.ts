import { describe, expect, test } from 'vitest';
import { formatMoment } from '#modules/platform/browser.ts';
import {
  preferenceCode,
  readPreferenceCode,
  readUnsubscribeToken,
  unsubscribeToken,
} from '#modules/platform/mail/codes.ts';
import {
  button,
  declareMail,
  type MailGroup,
  type MailPreferences,
  MailRefused,
  mailGroups,
  type OutgoingMail,
  paragraph,
} from '#modules/platform/mail/index.ts';
import type { MailContext } from '#modules/platform/mail/mailer.ts';
import { mailerBy } from './mailer.ts';

/** Who gets which mail, under which id and with which headers. */

const nina = 'Nina@example.com';
const about = { host: 'acme.test', messageId: 'identity.send-code:1' };

const letterOf = (group: MailGroup, more: { followed?: boolean; securityCode?: boolean } = {}) =>
  declareMail({
    name: 'test.mail',
    sample: {},
    group,
    subject: 'Hello',
    preheader: '',
    blocks: () => [paragraph('Hello'), button('Open', 'https://acme.test/open')],
    ...more,
  })({});

/** A mailer that keeps what it sends, or whose server answers with `failure`. */
function keeping(options: Parameters<typeof mailerBy>[1] = {}, failure: Error | null = null) {
  const sent: OutgoingMail[] = [];
  const transport = {
    async send(mail: OutgoingMail) {
      if (failure) throw failure;
      sent.push(mail);
    },
    close() {},
  };
  return { sent, ...mailerBy(transport, options) };
}

async function sentOf(context: Partial<MailContext>, letter = letterOf('service'), options = {}) {
  const { sent, mailer } = keeping(options);
  await mailer.mailTo({ address: nina }, { ...about, ...context }, letter);
  return sent[0];
}

const all: readonly string[] = mailGroups;
const always = ['security', 'legal', 'company', 'staff'];

test.each<[string, Partial<MailPreferences>, readonly string[]]>([
  ['nothing', {}, all],
  ['that they want no mails', { criticalemails: false }, always],
  ['no invitations', { email_preference_invites: false }, [...always, 'service', 'renewal']],
  ['no reminders', { email_preference_renewal: false }, [...always, 'service', 'invitations']],
])('whoever chose %s gets the mails of these groups', async (_what, preferences, groups) => {
  const got: string[] = [];
  for (const group of mailGroups) {
    const { mailer, sent, suppressed } = keeping({ preferences });
    const answer = await mailer.mailTo({ address: nina }, about, letterOf(group));
    if (answer === 'sent') got.push(group);
    expect(sent).toHaveLength(answer === 'sent' ? 1 : 0);
    expect(suppressed).toEqual(
      answer === 'sent' ? [] : [{ mail: 'test.mail', group, messageId: about.messageId }],
    );
  }
  expect(got.sort()).toEqual([...groups].sort());
});

test('an address that a server refused gets security mails alone, and an account that is gone gets none', async () => {
  for (const group of mailGroups) {
    const { mailer } = keeping({ onSuppressionList: true });
    expect(await mailer.mailTo({ address: nina }, about, letterOf(group))).toBe(
      group === 'security' ? 'sent' : 'suppressed',
    );
  }
  const { mailer, suppressed } = keeping();
  expect(await mailer.mailTo({ accountId: 'gone' }, about, letterOf('security'))).toBe('suppressed');
  expect(suppressed).toHaveLength(1);
});

test('its times are in the zone of the reader’s host, with its name', async () => {
  const letter = declareMail({
    name: 'test.time',
    sample: { at: new Date(0) },
    group: 'security',
    subject: 'Hello',
    preheader: '',
    blocks: ({ at }: { at: Date }, _origin, timeZone) => [paragraph(formatMoment(at, timeZone))],
  });
  const mail = await sentOf({}, letter({ at: new Date('2026-07-02T03:04:00Z') }));
  expect(mail?.text).toMatch(/^07\/01\/2026 10:04\sPM CDT\n/);
});

test('a mailbox that does not exist is told, and no other failure', async () => {
  for (const [failure, told] of [
    [new MailRefused(550, 'no-such-mailbox'), [[nina, 'no-such-mailbox']]],
    [new MailRefused(550), []],
    [Object.assign(new Error('later'), { mailbox: 'no-such-mailbox' }), []],
  ] as const) {
    const { mailer, dead } = keeping({}, failure);
    await expect(mailer.mailTo({ address: nina }, about, letterOf('service'))).rejects.toBe(failure);
    expect(dead).toEqual(told);
  }
});

test.each<[Partial<MailContext>, Partial<OutgoingMail>]>([
  [{}, { messageId: '<identity.send-code-1@example.com>', deliveryId: null, replyTo: 'help@acme.test' }],
  [{ messageId: '<kept@example.org>' }, { messageId: '<kept@example.org>' }],
  [{ messageId: '<two words@example.org>' }, { messageId: '<-two-words-example.org-@example.com>' }],
  [{ deliveryId: 'd1' }, { messageId: '<identity.send-code-1.d1@example.com>', deliveryId: 'd1' }],
  [{ replyTo: 'ann@example.com' }, { replyTo: 'ann@example.com' }],
])('a mail with %o is sent with %o', async (context, sent) => {
  const brand = { supportEmail: 'help@acme.test' };
  expect(await sentOf(context, letterOf('service', { followed: true }), { brand })).toMatchObject({
    from: { name: 'Acme', address: 'no-reply@example.com' },
    to: nina,
    subject: 'Hello',
    attachments: [],
    ...sent,
  });
});

test.each<[string, Partial<MailContext>, string]>([
  ['an id of two lines', { messageId: 'a\r\nBcc: b@example.com' }, 'must be a single line'],
  ['a reply to two lines', { replyTo: 'a@example.com\nBcc: b@example.com' }, 'must be a single line'],
  ['an id of a mail that is not followed', { deliveryId: 'd1' }, "The mail 'test.mail' is not followed"],
])('no mail is sent with %s', async (_what, context, words) => {
  await expect(sentOf(context)).rejects.toThrow(words);
});

test('no mail is sent before the portal has an address to send from', async () => {
  const sent = sentOf({}, letterOf('service'), { brand: { senderAddress: '' } });
  await expect(sent).rejects.toThrow('not set up yet');
});

describe('the links of the footer', () => {
  const { keys } = keeping();
  const now = new Date();

  test('end the mails of a group where one may, and lead to the preferences but for security codes', async () => {
    for (const group of mailGroups) {
      const mail = await sentOf({}, letterOf(group));
      const ends = group === 'invitations' || group === 'renewal';
      const [opened, ...links] = mail?.links ?? [];
      expect(opened).toBe('https://acme.test/open');
      expect(links.map((link) => new URL(link).pathname.split('/')[1])).toEqual([
        ...(ends ? ['unsubscribe'] : []),
        'emailpreferences',
      ]);
      const [token = '', code = ''] = [links[0], links.at(-1)].map((link) => link?.split('/').at(-1));
      if (ends)
        expect(readUnsubscribeToken(keys, token, now)).toEqual({
          list: group,
          emailaddress: 'nina@example.com',
        });
      expect(readPreferenceCode(keys, code)).toBe('nina@example.com');
      expect(mail?.headers).toEqual({
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'All',
        'Feedback-ID': group,
        ...(ends
          ? { 'List-Unsubscribe': `<${links[0]}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
          : {}),
      });
    }
    const coded = await sentOf({}, letterOf('security', { securityCode: true }));
    expect(coded?.links).toEqual(['https://acme.test/open']);
  });

  test('are read only where they are for, and those of former invitations still are', () => {
    const token = unsubscribeToken(keys, 'renewal', nina);
    expect(readPreferenceCode(keys, token)).toBeNull();
    expect(readUnsubscribeToken(keys, preferenceCode(keys, nina), now)).toBeNull();
    expect(readUnsubscribeToken(keys, 'none', now)).toBeNull();
    for (const text of ['service nina@example.com', 'renewal', ' nina@example.com'])
      expect(readUnsubscribeToken(keys, keys.encrypt(text, 'mail.unsubscribe'), now)).toBeNull();
    const former = keys.sign('network.unsubscribe', 'nina@example.com');
    expect(readUnsubscribeToken(keys, former, now)).toEqual({
      list: 'invitations',
      emailaddress: 'nina@example.com',
    });
  });
});

test('a refused mail is not tried again', () => {
  expect(new MailRefused(550)).toMatchObject({ permanent: true, status: 550, mailbox: null });
});
