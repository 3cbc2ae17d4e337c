import {
  button,
  declareMail,
  facts,
  formatDuration,
  formatMoment,
  heading,
  note,
  paragraph,
} from '#modules/platform/index.ts';
import { identityTimings } from '../limits.ts';
import type { SecurityChangeKind } from '../rules.ts';

/** The mails that tell a person about a change to how they log in (D95, D103). */

interface AboutChange {
  change: SecurityChangeKind;
  changedAt: Date;
  /** The link that undoes the change; null in the copy for an address that may not undo it. */
  token: string | null;
}

const undoTime = formatDuration(identityTimings['undo.lifetime']);

/** What to do if somebody else made the change. */
function undoBlocks({ token }: AboutChange, origin: string) {
  if (token === null) return [paragraph('If this wasn’t you, please contact us.')];
  return [
    paragraph(
      `If this wasn’t you, undo it within ${undoTime}. That reverses the change, logs out every browser, and lets you set a new password.`,
    ),
    button('Undo this change', new URL(`/undo/${token}`, origin).href),
  ];
}

const when = ({ changedAt }: AboutChange, timeZone: string) =>
  facts([['Time', formatMoment(changedAt, timeZone)]]);

export const passwordChangedMail = declareMail<AboutChange>({
  name: 'password-changed',
  sample: { change: 'password', changedAt: new Date('2026-03-02T15:00:00Z'), token: 'sample' },
  group: 'security',
  subject: 'Your password was changed',
  preheader: 'If this wasn’t you, act now.',
  blocks: (about, origin, timeZone) => [
    heading('Your password was changed'),
    paragraph('All other browsers have been logged out.'),
    when(about, timeZone),
    ...undoBlocks(about, origin),
  ],
});

export const emailChangedMail = declareMail<AboutChange>({
  name: 'email-changed',
  sample: { change: 'email', changedAt: new Date('2026-03-02T15:00:00Z'), token: 'sample' },
  group: 'security',
  subject: 'Your email address was changed',
  preheader: 'If this wasn’t you, act now.',
  blocks: (about, origin, timeZone) => [
    heading('Your email address was changed'),
    paragraph('The email address you log in with was changed.'),
    when(about, timeZone),
    ...undoBlocks(about, origin),
  ],
});

const twoStepWords: Record<Exclude<SecurityChangeKind, 'password' | 'email'>, string> = {
  mobile: 'The mobile number for your verification codes was changed.',
  'method-added': 'A verification method was added.',
  'method-removed': 'A verification method was removed.',
  primary: 'Your primary verification method was changed.',
  off: 'Two-step verification was turned off. You now log in with just your password.',
  'passkey-added': 'A passkey was added. It can log you in without your password.',
  'passkey-removed': 'A passkey was removed.',
  'codes-made': 'New recovery codes were created. Earlier ones no longer work.',
  'code-used': 'A recovery code was used to log in.',
};

function wordsOf({ change }: AboutChange): string {
  return change === 'password' || change === 'email' ? '' : twoStepWords[change];
}

export const twoStepChangedMail = declareMail<AboutChange>({
  name: 'two-step-changed',
  sample: { change: 'method-added', changedAt: new Date('2026-03-02T15:00:00Z'), token: 'sample' },
  group: 'security',
  subject: 'Your two-step verification was changed',
  preheader: wordsOf,
  blocks: (about, origin, timeZone) => [
    heading('Your two-step verification was changed'),
    paragraph(wordsOf(about)),
    when(about, timeZone),
    ...undoBlocks(about, origin),
  ],
});

export const newBrowserMail = declareMail<{ browser: string; address: string; at: Date }>({
  name: 'new-browser',
  version: 2,
  sample: { browser: 'Firefox on Windows', address: '203.0.113.7', at: new Date('2026-03-02T15:00:00Z') },
  group: 'security',
  subject: 'You logged in from a new browser',
  preheader: ({ browser }) => browser,
  blocks: ({ browser, address, at }, origin, timeZone) => [
    heading('You logged in from a new browser'),
    facts([
      ['Browser', browser],
      ['IP address', address],
      ['Time', formatMoment(at, timeZone)],
    ]),
    paragraph('If this wasn’t you, set a new password right away. That logs out every browser.'),
    button('Set a new password', new URL('/forgotpassword', origin).href),
    note('You can see all your sessions under My Profile, Passwords & Security.'),
  ],
});
