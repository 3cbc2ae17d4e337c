import {
  button,
  code,
  declareMail,
  formatDateTime,
  heading,
  MINUTE,
  note,
  paragraph,
} from '#modules/platform/index.ts';
import type { MintedCode } from './codes.ts';
import { type CodePurpose, codeLifetime, type ProvenName } from './rules.ts';

/** The mails of identity. None of them names another person. */

interface CodeWords {
  name: string;
  subject: string;
  why: string;
  /** The button, and where it leads; none where only the page that asked for the code takes it. */
  action?: { words: string; path: string };
}

function declareCodeMail({ name, subject, why, action }: CodeWords) {
  return declareMail<MintedCode>({
    name,
    group: 'security',
    securityCode: true,
    subject,
    preheader: (minted) => `Your code expires in ${minutesOf(minted)} minutes.`,
    blocks(minted, origin) {
      return [
        heading(subject),
        paragraph(`${why} It expires in ${minutesOf(minted)} minutes.`),
        code(minted.code),
        ...(action ? [button(action.words, codeLink(action.path, origin, minted))] : []),
        note('If you didn’t request this code, you can ignore this email. Never share this code.'),
      ];
    },
  });
}

function codeLink(path: string, origin: string, minted: MintedCode): string {
  const link = new URL(path, origin);
  link.searchParams.set('code', minted.linkToken ?? minted.code);
  return link.href;
}

const recoveryPath = '/forgotpassword/verification';

/** By what the code is for. */
export const codeMails = {
  register: declareCodeMail({
    name: 'verify-email',
    subject: 'Verify your email address',
    why: 'Enter this code to finish your registration.',
    action: { words: 'Verify your email address', path: '/register/verification' },
  }),
  'two-step': declareCodeMail({
    name: 'code',
    subject: 'Your verification code',
    why: 'Enter this code to finish signing in.',
    action: { words: 'Continue signing in', path: '/verify' },
  }),
  recovery: declareCodeMail({
    name: 'recovery',
    subject: 'Set a new password',
    why: 'Enter this code on the page where you requested it, or use the button in any browser.',
    action: { words: 'Set a new password', path: recoveryPath },
  }),
  contact: declareCodeMail({
    name: 'verify-method',
    subject: 'Confirm your email address',
    why: 'Enter this code on the page where you added this address as a verification method.',
  }),
} as const satisfies Record<CodePurpose, unknown>;

function minutesOf({ purpose }: MintedCode): number {
  return codeLifetime(purpose) / MINUTE;
}

/** The text message with a code: short enough for one SMS segment. */
export function codeText(minted: MintedCode): string {
  return `${minted.code} is your verification code. It expires in ${minutesOf(minted)} minutes. Never share it.`;
}

export const welcomeMail = declareMail<{ firstname: string }>({
  name: 'welcome',
  group: 'service',
  subject: 'Welcome',
  preheader: 'Your account is ready.',
  blocks: ({ firstname }, origin) => [
    heading(`Welcome, ${firstname}`),
    paragraph('Your email address is verified and your account is ready.'),
    paragraph(
      'When you sign in, we’ll email you a code as a second step. You can choose another method in your profile.',
    ),
    button('Open your account', new URL('/user?gettingstarted', origin).href),
  ],
});

export const staffInvitationMail = declareMail<{ firstname: string; token: string; expiresAt: Date }>({
  name: 'staff-invitation',
  group: 'security',
  securityCode: true,
  subject: 'Set the password of your staff account',
  preheader: 'An account was created for you.',
  blocks: ({ firstname, token, expiresAt }, origin) => [
    heading(`Welcome, ${firstname}`),
    paragraph('A staff account was created for you. Set its password to sign in.'),
    paragraph('When you sign in, we’ll email you a code as a second step. You can’t turn this off.'),
    button('Set your password', passwordLink(origin, token)),
    note(
      `This link works once, until ${formatDateTime(expiresAt)} UTC. If you weren’t expecting this email, please tell us.`,
    ),
  ],
});

/** Where the holder of the token sets the password. */
export function passwordLink(origin: string, token: string): string {
  const link = new URL(recoveryPath, origin);
  link.searchParams.set('code', token);
  return link.href;
}

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

const provenLabels: Record<ProvenName, string> = {
  firstname: 'first name',
  middlename: 'middle name',
  lastname: 'last name',
  namesuffix: 'suffix',
  dateofbirth: 'date of birth',
};

export const accountChangedMail = declareMail<{ changed: readonly ProvenName[] }>({
  name: 'account-changed',
  group: 'security',
  subject: 'Your account details were changed',
  preheader: 'Our team corrected your details.',
  blocks: ({ changed }, origin) => [
    heading('Your account details were changed'),
    paragraph(`Our team corrected these details: ${changed.map((name) => provenLabels[name]).join(', ')}.`),
    paragraph('If you didn’t ask for this, contact us right away.'),
    button('View your profile', new URL('/user/profile', origin).href),
  ],
});
