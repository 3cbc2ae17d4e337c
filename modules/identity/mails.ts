import { button, code, declareMail, heading, MINUTE, note, paragraph } from '#modules/platform/index.ts';
import type { MintedCode } from './codes.ts';
import { type CodePurpose, codeLifetime } from './rules.ts';

/** The mails of identity. None of them names another person, and none says more than it must. */

interface CodeWords {
  name: string;
  subject: string;
  action: string;
  why: string;
  path: string;
}

function declareCodeMail({ name, subject, action, why, path }: CodeWords) {
  return declareMail<MintedCode>({
    name,
    group: 'security',
    securityCode: true,
    subject,
    preheader: (minted) => `It works for ${minutesOf(minted)} minutes.`,
    blocks(minted, origin) {
      const link = new URL(path, origin);
      link.searchParams.set('code', minted.linkToken ?? minted.code);
      return [
        heading(subject),
        paragraph(`${why} It works for ${minutesOf(minted)} minutes.`),
        code(minted.code),
        button(action, link.href),
        note('If you did not ask for it, you can ignore this mail. Never give the code to anybody.'),
      ];
    },
  });
}

/** By what the code is for. */
export const codeMails = {
  register: declareCodeMail({
    name: 'verify-email',
    subject: 'Verify your e-mail address',
    action: 'Verify your e-mail address',
    why: 'Enter this code to finish your registration.',
    path: '/register/verification',
  }),
  'two-step': declareCodeMail({
    name: 'code',
    subject: 'Your verification code',
    action: 'Go on signing in',
    why: 'Enter this code to finish signing in.',
    path: '/verify',
  }),
  recovery: declareCodeMail({
    name: 'recovery',
    subject: 'Set a new password',
    action: 'Set a new password',
    why: 'Enter this code where you asked for it, or use the button in any browser.',
    path: '/forgotpassword/verification',
  }),
} as const satisfies Record<CodePurpose, unknown>;

function minutesOf({ purpose }: MintedCode): number {
  return codeLifetime(purpose) / MINUTE;
}

/** The text message with a code: short enough for one SMS segment. */
export function codeText(minted: MintedCode): string {
  return `${minted.code} is your verification code. It works for ${minutesOf(minted)} minutes. Never give it to anybody.`;
}

export const welcomeMail = declareMail<{ firstname: string }>({
  name: 'welcome',
  group: 'service',
  subject: 'Welcome',
  preheader: 'Your account is ready.',
  blocks: ({ firstname }, origin) => [
    heading(`Welcome, ${firstname}`),
    paragraph('Your e-mail address is verified and your account is ready.'),
    paragraph(
      'When you sign in we mail you a code as a second step. You can choose another way in your profile.',
    ),
    button('Open your account', new URL('/user?gettingstarted', origin).href),
  ],
});

interface TermsCopy {
  /** The terms as plain text, headings and paragraphs in turn. */
  sections: readonly { kind: 'heading' | 'paragraph'; text: string }[];
  version: number;
}

export const termsCopyMail = declareMail<TermsCopy>({
  name: 'terms-copy',
  group: 'legal',
  subject: 'Your copy of the terms',
  preheader: ({ version }) => `Version ${version}, as you accepted it.`,
  blocks: ({ sections, version }) => [
    heading('Your copy of the terms'),
    paragraph(`Version ${version}, as you accepted it.`),
    ...sections.map(({ kind, text }) => (kind === 'heading' ? heading(text) : paragraph(text))),
  ],
});

export const passwordChangedMail = declareMail<object>({
  name: 'password-changed',
  group: 'security',
  subject: 'Your password was changed',
  preheader: 'If it was not you, act now.',
  blocks: (_about, origin) => [
    heading('Your password was changed'),
    paragraph('All other browsers were signed out.'),
    paragraph('If it was not you, set a new password at once and tell us.'),
    button('Set a new password', new URL('/forgotpassword', origin).href),
  ],
});
