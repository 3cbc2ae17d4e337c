import {
  button,
  code,
  heading,
  type MailContent,
  MINUTE,
  mail,
  note,
  paragraph,
} from '#modules/platform/index.ts';
import type { MintedCode } from './codes.ts';
import { codeLifetime } from './rules.ts';

/** The mails of identity. None of them names another person, and none says more than it must. */

const wording = {
  register: {
    subject: 'Verify your e-mail address',
    action: 'Verify your e-mail address',
    why: 'Enter this code to finish your registration.',
    path: '/register/verification',
  },
  'two-step': {
    subject: 'Your verification code',
    action: 'Go on signing in',
    why: 'Enter this code to finish signing in.',
    path: '/verify',
  },
  recovery: {
    subject: 'Set a new password',
    action: 'Set a new password',
    why: 'Enter this code where you asked for it, or use the button in any browser.',
    path: '/forgotpassword/verification',
  },
} as const;

/** @param origin scheme and host of the portal that the code was asked on */
export function codeMail(minted: MintedCode, origin: string): MailContent {
  const words = wording[minted.purpose];
  const minutes = codeLifetime(minted.purpose) / MINUTE;
  const link = new URL(words.path, origin);
  link.searchParams.set('code', minted.linkToken ?? minted.code);
  return mail({
    subject: words.subject,
    preheader: `It works for ${minutes} minutes.`,
    category: 'security',
    blocks: [
      heading(words.subject),
      paragraph(`${words.why} It works for ${minutes} minutes.`),
      code(minted.code),
      button(words.action, link.href),
      note('If you did not ask for it, you can ignore this mail. Never give the code to anybody.'),
    ],
  });
}

/** One segment, if it can be helped. */
export function codeText(minted: MintedCode): string {
  const minutes = codeLifetime(minted.purpose) / MINUTE;
  return `${minted.code} is your verification code. It works for ${minutes} minutes. Never give it to anybody.`;
}

export function welcomeMail(firstname: string, origin: string): MailContent {
  return mail({
    subject: 'Welcome',
    preheader: 'Your account is ready.',
    category: 'service',
    blocks: [
      heading(`Welcome, ${firstname}`),
      paragraph('Your e-mail address is verified and your account is ready.'),
      paragraph(
        'When you sign in we mail you a code as a second step. You can choose another way in your profile.',
      ),
      button('Open your account', new URL('/user?gettingstarted', origin).href),
    ],
  });
}

/** @param sections the terms as plain text, headings and paragraphs in turn */
export function termsCopyMail(
  sections: readonly { kind: 'heading' | 'paragraph'; text: string }[],
  version: number,
): MailContent {
  return mail({
    subject: 'Your copy of the terms',
    preheader: `Version ${version}, as you accepted it.`,
    category: 'service',
    blocks: [
      heading('Your copy of the terms'),
      paragraph(`Version ${version}, as you accepted it.`),
      ...sections.map(({ kind, text }) => (kind === 'heading' ? heading(text) : paragraph(text))),
    ],
  });
}

export function passwordChangedMail(origin: string): MailContent {
  return mail({
    subject: 'Your password was changed',
    preheader: 'If it was not you, act now.',
    category: 'security',
    blocks: [
      heading('Your password was changed'),
      paragraph('All other browsers were signed out.'),
      paragraph('If it was not you, set a new password at once and tell us.'),
      button('Set a new password', new URL('/forgotpassword', origin).href),
    ],
  });
}
