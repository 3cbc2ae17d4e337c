import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { handlers } from '#jobs/index.ts';
import {
  declaredMails,
  declareMail,
  type MailGroup,
  type MailList,
  type MailPreferences,
  mailGroups,
  type OutgoingMail,
  paragraph,
  readPreferenceCode,
  readUnsubscribeToken,
} from '#modules/platform/index.ts';
import { mailerBy } from '#test/platform/mail/mailer.ts';

/**
 * Compares every mail with a list that was written independently of the code, and sends each mail with all preferences.
 */

const list = 'test/checks/mails.tsv';
const listed = readFileSync(join(import.meta.dirname, 'mails.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1);
const mails = declaredMails.filter(({ name }) => !name.startsWith('test.'));

const yesNo = (flag: boolean) => (flag ? 'yes' : 'no');

/** Sends a mail of that kind to an address with these preferences. */
async function sendOne(
  {
    name,
    group,
    list,
    securityCode,
  }: { name: string; group: MailGroup; list?: MailList | null; securityCode: boolean },
  preferences: Partial<MailPreferences> = {},
) {
  const sent: OutgoingMail[] = [];
  const transport = { send: async (mail: OutgoingMail) => void sent.push(mail), close: () => {} };
  const { mailer, keys, suppressed } = mailerBy(transport, { preferences });
  const kind = { name: `test.${name}`, group, securityCode, ...(list ? { list } : {}) };
  const letter = declareMail({
    ...kind,
    sample: {},
    subject: 'S',
    preheader: '',
    blocks: () => [paragraph('P')],
  })({});
  const context = { host: null, messageId: 'm' };
  const answer = await mailer.mailTo({ address: 'Nina@example.com' }, context, letter);
  return { answer, mail: sent[0], keys, suppressed };
}

test('F154: the list names every mail with its group and its footer', async () => {
  expect(handlers.length).toBeGreaterThan(0);
  const lines = await Promise.all(
    mails.map(async (kind) => {
      const { mail } = await sendOne(kind);
      const [preferences, unsubscribe] = ['/emailpreferences/', '/unsubscribe/'].map((path) =>
        mail?.links.some((link) => link.includes(path)),
      );
      return [kind.name, kind.group, kind.securityCode, preferences, unsubscribe]
        .map((cell) => (typeof cell === 'string' ? cell : yesNo(Boolean(cell))))
        .join('\t');
    }),
  );
  const faults = [
    ...lines
      .filter((line) => !listed.includes(line))
      .map((line) => `${list}: add the line "${line.replaceAll('\t', '\\t')}"`),
    ...listed
      .filter((line) => !lines.includes(line))
      .map((line) => `${list}: no mail is declared so, take the line "${line.replaceAll('\t', '\\t')}" out`),
  ];
  expect(faults).toEqual([]);
  expect(new Set(mails.map(({ name }) => name)).size).toBe(mails.length);
});

test.each(mails)('the sample of $name shows every part of it', async (kind) => {
  const sent: OutgoingMail[] = [];
  const transport = { send: async (mail: OutgoingMail) => void sent.push(mail), close: () => {} };
  const { mailer } = mailerBy(transport);
  const context = { host: null, messageId: 'm' };
  await mailer.mailTo({ address: 'nina@example.com' }, context, kind.sample());
  const [mail] = sent;
  // As words of their own: the random letters of a link may hold any of them.
  expect(`${mail?.subject} ${mail?.text}`).not.toMatch(
    /(?<![\w-])(?:undefined|null|NaN)(?![\w-])|\[object|Invalid Date/,
  );
  expect(mail?.code !== null).toBe(kind.securityCode && mail?.text.includes('    ABC123'));
});

test('only security mails go over the connections of their own', async () => {
  const sent: string[] = [];
  const transport = (name: string) => ({ send: async () => void sent.push(name), close: () => {} });
  const { mailer } = mailerBy(transport('others'), { securityTransport: transport('security') });
  for (const group of mailGroups) {
    const letter = declareMail({
      name: `test.${group}`,
      sample: {},
      group,
      subject: 'S',
      preheader: '',
      blocks: () => [paragraph('P')],
    });
    await mailer.mailTo({ address: 'nina@example.com' }, { host: null, messageId: group }, letter({}));
  }
  expect(sent).toEqual(mailGroups.map((group) => (group === 'security' ? 'security' : 'others')));
});

/** The groups that each preference turns off, except for those that are always sent. */
const choices: { says: string; preferences: Partial<MailPreferences>; ends: MailGroup[] }[] = [
  { says: 'nothing chosen', preferences: {}, ends: [] },
  { says: 'no invitations', preferences: { email_preference_invites: false }, ends: ['invitations'] },
  { says: 'no reminders', preferences: { email_preference_renewal: false }, ends: ['renewal'] },
  { says: 'marketing', preferences: { email_preference_marketing: true }, ends: [] },
  {
    says: 'all disabled',
    preferences: { criticalemails: false },
    ends: ['service', 'invitations', 'renewal'],
  },
];
const kinds = [
  ...mails,
  ...mailGroups.map((group) => ({ name: `any-${group}`, group, securityCode: false })),
];
const cases = kinds.flatMap((kind) =>
  choices.map((choice) => ({ kind, choice, name: kind.name, says: choice.says })),
);

test.each(cases)('$name with $says', async ({ kind, choice }) => {
  const { answer, mail, suppressed } = await sendOne(kind, choice.preferences);
  const wanted = !choice.ends.includes(kind.group);
  expect(answer).toBe(wanted ? 'sent' : 'suppressed');
  expect(mail !== undefined).toBe(wanted);
  expect(suppressed).toEqual(
    wanted ? [] : [{ mail: `test.${kind.name}`, group: kind.group, messageId: 'm' }],
  );
});

describe('the codes in a footer', () => {
  const now = new Date('2026-01-15T12:00:00Z');

  test('name the address to us and to nobody else, and cannot be made up', async () => {
    const { mail, keys } = await sendOne({ name: 'x', group: 'invitations', securityCode: false });
    const [token = '', code = ''] = (mail?.links ?? []).map((link) => link.split('/').at(-1));
    expect(readPreferenceCode(keys, code)).toBe('nina@example.com');
    expect(readUnsubscribeToken(keys, token, now)).toEqual({
      list: 'invitations',
      emailaddress: 'nina@example.com',
    });
    for (const sealed of [code, token]) {
      const readable = sealed.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
      expect(readable.join().toLowerCase()).not.toContain('nina');
    }
    for (const forged of [token, `${code}x`, 'v1.k1.x', 'nina@example.com', '']) {
      expect(readPreferenceCode(keys, forged)).toBeNull();
    }
    expect(readUnsubscribeToken(keys, code, now)).toBeNull();
  });

  test('a signed token of an invitation in a mailbox still ends invitations', async () => {
    const { keys } = await sendOne({ name: 'x', group: 'invitations', securityCode: false });
    const token = keys.sign('network.unsubscribe', 'nina@example.com');
    expect(readUnsubscribeToken(keys, token, now)).toEqual({
      list: 'invitations',
      emailaddress: 'nina@example.com',
    });
    expect(readUnsubscribeToken(keys, `${token.slice(0, -4)}AAAA`, now)).toBeNull();
    expect(readUnsubscribeToken(keys, keys.sign('another.purpose', 'nina@example.com'), now)).toBeNull();
  });
});

test('a person whose account is gone gets nothing, and no run of the job fails', async () => {
  const transport = { send: async () => expect.unreachable(), close: () => {} };
  const { mailer, suppressed } = mailerBy(transport);
  const letter = declareMail({
    name: 'test.gone',
    sample: {},
    group: 'security',
    subject: 'S',
    preheader: '',
    blocks: () => [],
  })({});
  const context = { host: null, messageId: 'm' };
  expect(await mailer.mailTo({ accountId: 'gone' }, context, letter)).toBe('suppressed');
  expect(suppressed).toHaveLength(1);
});
