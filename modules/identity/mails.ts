import {
  button,
  code,
  declareMail,
  facts,
  formatDuration,
  formatMoment,
  heading,
  note,
  paragraph,
} from '#modules/platform/index.ts';
import type { MintedCode } from './codes.ts';
import { type CodePurpose, codeLifetime, type ToldChange } from './rules.ts';

/** The mails of identity. None of them names another person. */

interface CodeWords {
  subject: string;
  why: string;
  /** The button and where it leads; none if only the page that asked for the code accepts it. */
  action?: { words: string; path: string };
}

const recoveryPath = '/forgotpassword/verification';

const confirmAddress: CodeWords = {
  subject: 'Confirm your email address',
  why: 'Enter this code on the page where you entered this address.',
};

const codeWords: Record<CodePurpose, CodeWords> = {
  register: {
    subject: 'Verify your email address',
    why: 'Enter this code to finish your registration.',
    action: { words: 'Verify your email address', path: '/register/verification' },
  },
  'two-step': {
    subject: 'Your verification code',
    why: 'Enter this code to finish logging in.',
    action: { words: 'Continue to log in', path: '/verify' },
  },
  recovery: {
    subject: 'Set a new password',
    why: 'Enter this code on the page where you requested it, or use the button in any browser.',
    action: { words: 'Set a new password', path: recoveryPath },
  },
  contact: confirmAddress,
  'email-change': confirmAddress,
  invitation: {
    subject: 'Confirm your email address',
    why: 'Enter this code on the page of the invitation that was sent to this address.',
  },
};

function declareCodeMail(name: string, purpose: CodePurpose) {
  return declareMail<MintedCode>({
    name,
    sample: {
      accountId: null,
      code: 'ABC123',
      linkToken: 'sample',
      purpose,
      channel: 'EMAIL',
      destination: 'nina@example.com',
      host: 'portal.example.com',
    },
    group: 'security',
    securityCode: true,
    subject: ({ purpose }) => codeWords[purpose].subject,
    preheader: (minted) => `Your code expires in ${lifetimeOf(minted)}.`,
    blocks(minted, origin) {
      const { subject, why, action } = codeWords[minted.purpose];
      return [
        heading(subject),
        paragraph(`${why} It expires in ${lifetimeOf(minted)}.`),
        code(minted.code),
        ...(action ? [button(action.words, codeLink(action.path, origin, minted))] : []),
        note('If you didn’t request this code, you can ignore this email. Never share this code.'),
      ];
    },
  });
}

function codeLink(path: string, origin: string, minted: MintedCode): string {
  const link = new URL(path, origin);
  const { purpose, code, linkToken } = minted;
  link.searchParams.set('code', purpose === 'recovery' && linkToken !== null ? linkToken : code);
  if (purpose === 'register' && linkToken !== null) link.searchParams.set('link', linkToken);
  return link.href;
}

const codeMail = declareCodeMail('code', 'two-step');

/** By what the code is used for. */
export const codeMails = {
  register: declareCodeMail('verify-email', 'register'),
  'two-step': codeMail,
  recovery: declareCodeMail('recovery', 'recovery'),
  contact: codeMail,
  'email-change': codeMail,
  invitation: codeMail,
} as const satisfies Record<CodePurpose, unknown>;

function lifetimeOf({ purpose }: MintedCode): string {
  return formatDuration(codeLifetime(purpose));
}

/** The text message with a code: short enough for one SMS segment. */
export function codeText(minted: MintedCode): string {
  return `${minted.code} is your verification code. It expires in ${lifetimeOf(minted)}. Never share it.`;
}

export const welcomeMail = declareMail<{ firstname: string }>({
  name: 'welcome',
  sample: { firstname: 'Nina' },
  group: 'service',
  subject: 'Welcome',
  preheader: 'Your account is ready.',
  blocks: ({ firstname }, origin) => [
    heading(`Welcome, ${firstname}`),
    paragraph('Your email address is verified and your account is ready.'),
    paragraph(
      'When you log in, we’ll email you a code as a second step. You can choose another method in your profile.',
    ),
    button('Open your account', new URL('/user?gettingstarted', origin).href),
  ],
});

export const staffInvitationMail = declareMail<{ firstname: string; token: string; expiresAt: Date }>({
  name: 'staff-invitation',
  version: 2,
  sample: { firstname: 'Nina', token: 'sample', expiresAt: new Date('2026-03-02T15:00:00Z') },
  group: 'security',
  securityCode: true,
  subject: 'Set the password for your staff account',
  preheader: 'An account was created for you.',
  blocks: ({ firstname, token, expiresAt }, origin, timeZone) => [
    heading(`Welcome, ${firstname}`),
    paragraph('A staff account was created for you. Set its password to log in.'),
    paragraph('When you log in, we’ll email you a code as a second step. You can’t turn this off.'),
    button('Set your password', passwordLink(origin, token)),
    note(
      `This link works once, until ${formatMoment(expiresAt, timeZone)}. If you weren’t expecting this email, please tell us.`,
    ),
  ],
});

/** The page on which the holder of the token sets the password. */
export function passwordLink(origin: string, token: string): string {
  const link = new URL(recoveryPath, origin);
  link.searchParams.set('code', token);
  return link.href;
}

export const preferencesConfirmMail = declareMail<{ token: string; until: Date }>({
  name: 'preferences-confirm',
  sample: { token: 'sample', until: new Date('2026-03-02T15:00:00Z') },
  group: 'security',
  subject: 'Confirm your email preferences',
  preheader: 'Nothing changes until you confirm.',
  blocks: ({ token, until }, origin, timeZone) => [
    heading('Confirm your email preferences'),
    paragraph(
      'Someone chose which emails we send to this address. If it was you, review these choices and confirm them.',
    ),
    button('Review my choices', new URL(`/emailpreferences/confirm/${token}`, origin).href),
    note(
      `The link works until ${formatMoment(until, timeZone)}. If it wasn’t you, you can ignore this email.`,
    ),
  ],
});

/** The labels of the fields on the profile page; the two lines of an address count as one for a reader. */
const changeLabels: Record<ToldChange, string> = {
  firstname: 'first name',
  middlename: 'middle name',
  lastname: 'last name',
  namesuffix: 'suffix',
  dateofbirth: 'date of birth',
  businessname: 'business name',
  mobile: 'mobile number',
  businessphone: 'business phone',
  address1: 'address',
  address2: 'address',
  city: 'city',
  state: 'state',
  postalcode: 'ZIP code',
  photo: 'photo',
  shieldid: 'ShieldID',
  network_sharing_master: 'sharing of your ShieldScore',
  network_searchresults: 'ShieldID search results',
  network_autoacceptinvite: 'automatic acceptance of invitations',
  shieldscore_clean_autoaccept: 'automatic activation of clean scores',
  email_preference_invites: 'invitation emails',
  email_preference_renewal: 'renewal reminders',
};

export const accountChangedMail = declareMail<{ changed: readonly ToldChange[] }>({
  name: 'account-changed',
  sample: { changed: ['mobile', 'address1', 'city'] },
  group: 'security',
  subject: 'Your account details were changed',
  preheader: 'Our team changed your details.',
  blocks: ({ changed }, origin) => [
    heading('Your account details were changed'),
    paragraph(
      `Our team changed these details: ${[...new Set(changed.map((name) => changeLabels[name]))].join(', ')}.`,
    ),
    paragraph('If you didn’t ask for this, contact us right away.'),
    button('View your profile', new URL('/user/profile', origin).href),
  ],
});

export const passwordResetMail = declareMail<{ firstname: string; token: string; expiresAt: Date }>({
  name: 'staff-reset',
  sample: { firstname: 'Nina', token: 'sample', expiresAt: new Date('2026-03-02T15:00:00Z') },
  group: 'security',
  securityCode: true,
  subject: 'Set a new password',
  preheader: 'Our team sent you a link to set a new password.',
  blocks: ({ firstname, token, expiresAt }, origin, timeZone) => [
    heading('Set a new password'),
    paragraph(`Hello ${firstname}, our team sent you this link to set a new password.`),
    button('Set a new password', passwordLink(origin, token)),
    note(
      `This link works once, until ${formatMoment(expiresAt, timeZone)}. Your current password works until you set a new one. If you didn’t ask for this, contact us.`,
    ),
  ],
});

export const twoStepResetMail = declareMail({
  name: 'staff-reset-two-step',
  sample: {},
  group: 'security',
  subject: 'Your two-step verification was reset',
  preheader: 'Your codes now go to this email address.',
  blocks: (_about: object, origin) => [
    heading('Your two-step verification was reset'),
    paragraph(
      'Our team reset your two-step verification. Your verification codes now go to this email address. Your other methods and recovery codes were removed, and every browser was logged out.',
    ),
    paragraph('If you didn’t ask for this, contact us right away.'),
    button('Review your security settings', new URL('/user/profile/security', origin).href),
  ],
});

export const staffSessionMail = declareMail<{ reason: string; startedAt: Date }>({
  name: 'staff-session',
  sample: { reason: 'You asked us to correct your address', startedAt: new Date('2026-03-02T15:00:00Z') },
  group: 'security',
  subject: 'Our team opened your account',
  preheader: 'A member of our team used your account to help you.',
  blocks: ({ reason, startedAt }, origin, timeZone) => [
    heading('Our team opened your account'),
    paragraph('A member of our team opened a session in your account to help you.'),
    facts([
      ['Reason', reason],
      ['Time', formatMoment(startedAt, timeZone)],
    ]),
    paragraph(
      'In a session like this, our team can’t change how you log in, make payments, sign documents, accept invitations or scores, or open your reports. Everything they do is recorded.',
    ),
    button('Contact support', new URL('/support', origin).href),
  ],
});

export const accountDisabledMail = declareMail<{ active: boolean }>({
  name: 'account-disabled',
  sample: { active: false },
  group: 'service',
  subject: ({ active }) => (active ? 'Your account was restored' : 'Your account was disabled'),
  preheader: ({ active }) => (active ? 'You can log in again.' : 'You can’t log in for now.'),
  blocks: ({ active }, origin) =>
    active
      ? [
          heading('Your account was restored'),
          paragraph('You can log in again. If your ShieldID was still valid, it is valid again.'),
          button('Log in', new URL('/login', origin).href),
        ]
      : [
          heading('Your account was disabled'),
          paragraph(
            'You can’t log in for now. Your ShieldID has expired, and your open invitations were canceled.',
          ),
          button('Contact support', new URL('/support', origin).href),
        ],
});
