import {
  button,
  declareMail,
  facts,
  formatDate,
  formatDuration,
  heading,
  link,
  MINUTE,
  paragraph,
} from '#modules/platform/index.ts';
import type { AgainReason } from './jobs.ts';
import { stepMinutes } from './limits.ts';

const sampleCheck = {
  firstname: 'Nina',
  packageDescrip: 'Standard background check',
  provider: 'Sample Screening',
};

interface SubmittedMail {
  firstname: string;
  packageDescrip: string;
  provider: string;
  submitted: Date;
}

/** Sent to the applicant after submission. */
export const applicationSubmittedMail = declareMail<SubmittedMail>({
  name: 'application-submitted',
  version: 2,
  sample: { ...sampleCheck, submitted: new Date('2026-03-02T15:00:00Z') },
  group: 'service',
  subject: 'Your background check application was submitted',
  preheader: ({ provider }) => `${provider} will run your check. Results usually take several days.`,
  blocks: ({ firstname, packageDescrip, provider, submitted }, origin, timeZone) => [
    heading(`Thank you, ${firstname}`),
    paragraph(
      `Your application is complete. ${provider} will run your check, which usually takes several days. We’ll email you when the result is ready. No one sees it before you do.`,
    ),
    facts([
      ['Background check', packageDescrip],
      ['Agency', provider],
      ['Submitted', formatDate(submitted, timeZone)],
    ]),
    button('View your application', `${origin}/user/application`),
  ],
});

interface WaitsMail {
  firstname: string;
  packageDescrip: string;
  provider: string;
  /** The person has begun the steps. */
  begun: boolean;
}

/** Sent some days after the person last did something for an application that isn’t submitted. */
export const applicationWaitsMail = declareMail<WaitsMail>({
  name: 'application-waits',
  version: 2,
  sample: { ...sampleCheck, begun: true },
  group: 'service',
  subject: ({ begun }) =>
    begun ? 'Your background check application isn’t finished' : 'Your background check is ready to start',
  preheader: ({ begun }) =>
    begun
      ? 'Your answers are saved. You can continue where you left off.'
      : 'You can pause and resume anytime.',
  blocks: ({ firstname, packageDescrip, provider, begun }, origin) => [
    heading(begun ? `${firstname}, continue where you left off` : `${firstname}, start when you’re ready`),
    paragraph(
      begun
        ? 'Your answers are saved. Your check starts once you submit your application.'
        : 'You bought a background check and haven’t started the application yet. You can pause and resume anytime.',
    ),
    facts([
      ['Background check', packageDescrip],
      ['Agency', provider],
    ]),
    button(begun ? 'Continue application' : 'Start application', `${origin}/user/application`),
  ],
});

interface CheckDelayedMail {
  firstname: string;
  provider: string;
  packageDescrip: string;
  estimated: string;
}

/** Sent once for each date on which the agency expected to be finished and was not. */
export const checkDelayedMail = declareMail<CheckDelayedMail>({
  name: 'check-delayed',
  version: 2,
  sample: { ...sampleCheck, estimated: '03/09/2026' },
  group: 'service',
  subject: 'Your background check is taking longer than expected',
  preheader: 'You don’t need to do anything. We’ll email you when the result is ready.',
  blocks: ({ firstname, provider, packageDescrip, estimated }, origin) => [
    heading(`${firstname}, your check is taking longer`),
    paragraph(
      `${provider} expected to finish your background check by ${estimated}. It’s still working on it. Court searches can take longer than expected, and a delay says nothing about the result.`,
    ),
    facts([
      ['Background check', packageDescrip],
      ['Agency', provider],
    ]),
    button('View progress', `${origin}/user/application`),
  ],
});

/** What has to be done again, and why. */
const again: Record<AgainReason, { subject: string; minutes: number; why: (provider: string) => string }> = {
  'agency-images': {
    subject: 'Your background check needs new photos of your ID',
    minutes: stepMinutes.idverification,
    why: (provider) =>
      `${provider} couldn’t read the photos of your ID or your selfie, and needs new ones to continue.`,
  },
  'id-unreadable': {
    subject: 'Please take the photos of your ID again',
    minutes: stepMinutes.idverification,
    why: () => 'The photos of your ID or your selfie couldn’t be read. Nothing is wrong with you or your ID.',
  },
  'id-rejected': {
    subject: 'We couldn’t verify your identity',
    minutes: stepMinutes.idverification,
    why: () =>
      'The photos you took didn’t confirm that the application is yours. You can try again, or contact us if you think this is a mistake.',
  },
  'ssn-correction': {
    subject: 'Please correct your background check application',
    minutes: stepMinutes.name,
    why: (provider) => `We reviewed your application before ${provider} continues. Please correct this:`,
  },
};

interface AgainMail {
  firstname: string;
  provider: string;
  packageDescrip: string;
  applicationId: string;
  reason: AgainReason;
  /** What staff ask the person to correct; null if new images are needed. */
  correction: string | null;
}

/** Sent to the applicant when the ID verification has to be done again, or something has to be corrected. */
export const applicationAgainMail = declareMail<AgainMail>({
  name: 'application-again',
  version: 2,
  sample: {
    ...sampleCheck,
    applicationId: 'sample',
    reason: 'id-unreadable',
    correction: null,
  },
  group: 'service',
  subject: ({ reason }) => again[reason].subject,
  preheader: ({ reason }) =>
    `It takes about ${formatDuration(again[reason].minutes * MINUTE)}. You won’t be charged again.`,
  blocks: ({ firstname, provider, packageDescrip, applicationId, reason, correction }, origin) => [
    heading(`${firstname}, one more step`),
    paragraph(again[reason].why(provider)),
    ...(correction === null ? [] : [paragraph(correction)]),
    paragraph(
      'Your background check is on hold until you do this. It isn’t canceled, and you won’t be charged again.',
    ),
    facts([
      ['Background check', packageDescrip],
      ['Agency', provider],
    ]),
    reason === 'ssn-correction'
      ? button('Correct my application', `${origin}/user/application/next?applicationid=${applicationId}`)
      : button('Take the photos', `${origin}/user/idverification?appid=${applicationId}`),
  ],
});

interface ScoreReadyMail {
  firstname: string;
  provider: string;
  approvalCode: string;
  validUntil: Date;
}

/** Sent to the applicant when a result is waiting. The link opens the acceptance. */
export const scoreReadyMail = declareMail<ScoreReadyMail>({
  name: 'score-ready',
  version: 2,
  sample: {
    firstname: 'Nina',
    provider: 'Sample Screening',
    approvalCode: 'ABC-123',
    validUntil: new Date('2026-04-01T15:00:00Z'),
  },
  group: 'service',
  subject: 'Your ShieldScore is ready for your review',
  preheader: 'Only you can see it. Nothing is shared until you activate it.',
  blocks: ({ firstname, provider, approvalCode, validUntil }, origin, timeZone) => [
    heading(`${firstname}, your result is ready`),
    paragraph(
      `${provider} has finished your background check. Please review the report. If it is correct, activate your ShieldScore. If something is wrong, you can dispute it free of charge.`,
    ),
    button('Review my ShieldScore', `${origin}/scoreapproval/${approvalCode}`),
    paragraph(
      `To keep it private, the page asks for your date of birth and the last four digits of your Social Security number, unless you’re logged in. The link expires on ${formatDate(validUntil, timeZone)}.`,
    ),
  ],
});

interface ScoreChangedMail {
  firstname: string;
  provider: string;
  approvalCode: string;
  validUntil: Date;
}

/** Sent when monitoring changed a score: nobody else sees the old one until the person has reviewed the new one. */
export const scoreChangedMail = declareMail<ScoreChangedMail>({
  name: 'score-changed',
  version: 2,
  sample: {
    firstname: 'Nina',
    provider: 'Sample Screening',
    approvalCode: 'ABC-123',
    validUntil: new Date('2026-04-01T15:00:00Z'),
  },
  group: 'legal',
  subject: 'Your ShieldScore has changed: please review it',
  preheader: 'Sharing is paused until you review the change.',
  blocks: ({ firstname, provider, approvalCode, validUntil }, origin, timeZone) => [
    heading(`${firstname}, your ShieldScore has changed`),
    paragraph(
      `${provider} monitors your background check, as you agreed, and has reported a change. Your score is no longer shared with anyone until you review and accept the change.`,
    ),
    paragraph('If something in the new report is wrong, you can dispute it free of charge.'),
    button('Review the change', `${origin}/scoreapproval/${approvalCode}`),
    paragraph(
      `To keep it private, the page asks for your date of birth and the last four digits of your Social Security number, unless you’re logged in. The link expires on ${formatDate(validUntil, timeZone)}.`,
    ),
  ],
});

export interface ScoreActiveMail {
  firstname: string;
  shieldId: string;
  expires: string;
  /**
   * Who made it active: the person, the person's choice for clean results, or staff who made another check count, or
   * who decided because the person did not answer.
   */
  by: 'person' | 'choice' | 'staff' | 'silence';
  /** Companies and people who see the score now. */
  viewers: readonly string[];
  /** Path of the page with their pending invitations; null if there are none. */
  invitesPath: string | null;
}

/** How many names a mail lists; the rest are only counted. */
const MOST_NAMES = 5;

const activatedBy: Record<ScoreActiveMail['by'], string> = {
  person: 'You reviewed your result and activated your ShieldScore.',
  choice: 'Your ShieldScore was activated automatically, as you chose under Privacy & Data.',
  staff:
    'Our team made another of your background checks the active one. Your ShieldScore now comes from that check. If you didn’t expect this, please contact us.',
  silence:
    'We asked you to review your result and reminded you three times. After 30 days without an answer, our team reviewed it and activated your ShieldScore. You can still dispute it.',
};

/** Sent to everybody whose score became active. The mail names no score. */
export const scoreActiveMail = declareMail<ScoreActiveMail>({
  name: 'score-active',
  version: 2,
  sample: {
    firstname: 'Nina',
    shieldId: 'TX277468202',
    expires: '03/02/2027',
    by: 'person',
    viewers: ['Acme Logistics'],
    invitesPath: null,
  },
  group: 'service',
  subject: 'Your ShieldScore is active',
  preheader: ({ by }) =>
    by === 'choice'
      ? 'It was activated automatically, as you chose.'
      : 'Here’s your ShieldID and who sees your score.',
  blocks: ({ firstname, shieldId, expires, by, viewers, invitesPath }, origin) => [
    heading(`${firstname}, your ShieldScore is active`),
    paragraph(activatedBy[by]),
    facts([
      ['ShieldID', shieldId],
      ['Valid through', expires],
      ['Who sees it', namesOf(viewers)],
    ]),
    button('See who sees it', `${origin}/user/network`),
    ...(invitesPath === null ? [] : [link(pendingInvitesLabel, origin + invitesPath)]),
    paragraph(
      'If something in your report is wrong, you can dispute it from your home page, free of charge.',
    ),
  ],
});

/** The name that mails of invitations use. */
export const pendingInvitesLabel = 'See all your pending invitations';

function namesOf(viewers: readonly string[]): string {
  if (viewers.length === 0) return 'No one yet';
  const named = viewers.slice(0, MOST_NAMES).join(', ');
  const more = viewers.length - MOST_NAMES;
  return more > 0 ? `${named} and ${more} more` : named;
}

/** Sent to both accounts when staff moved a check from one to the other. */
export const checkMovedMail = declareMail<{ firstname: string; direction: 'away' | 'here' }>({
  name: 'check-moved',
  sample: { firstname: 'Nina', direction: 'here' },
  group: 'service',
  subject: ({ direction }) =>
    direction === 'here'
      ? 'A background check was added to your account'
      : 'A background check was moved out of your account',
  preheader: 'Our team moved it from one of your accounts to the other.',
  blocks: ({ firstname, direction }, origin) => [
    heading(
      direction === 'here'
        ? `${firstname}, a background check was added to your account`
        : `${firstname}, a background check was moved out of your account`,
    ),
    paragraph(
      direction === 'here'
        ? 'Our team moved a finished background check about you from another account to this one, with its report and history. Receipts stay with the account that paid.'
        : 'Our team moved a finished background check about you from this account to another one, with its report and history. This account no longer shows or shares it. Receipts stay here.',
    ),
    paragraph('If you didn’t ask for this, or the other account isn’t yours, contact us right away.'),
    direction === 'here'
      ? button('View your checks', `${origin}/user/application`)
      : button('Contact support', `${origin}/support`),
  ],
});

/** Sent 45, 30, 14, 7 and 1 days before a score expires, and once it has expired. */
export const renewalReminderMail = declareMail<{ firstname: string; expires: string; expired: boolean }>({
  name: 'renewal-reminder',
  sample: { firstname: 'Nina', expires: '04/01/2026', expired: false },
  group: 'renewal',
  subject: ({ expires, expired }) =>
    expired ? 'Your background check has expired' : `Your background check expires on ${expires}`,
  preheader: 'Renew it to stay visible in your network.',
  blocks: ({ firstname, expires, expired }, origin) => [
    heading(expired ? `${firstname}, your background check has expired` : `${firstname}, it’s time to renew`),
    paragraph(
      expired
        ? `It expired on ${expires}. Companies in your network can no longer rely on it.`
        : `Your background check expires on ${expires}. Renew it to stay visible in your network.`,
    ),
    button('Renew my background check', `${origin}/user/purchase`),
  ],
});

interface ExpirationChangedMail {
  firstname: string;
  shieldId: string;
  from: string;
  to: string;
  /** The reason, as staff wrote it. */
  note: string;
}

/** Sent when staff moved the expiration of a score. */
export const expirationChangedMail = declareMail<ExpirationChangedMail>({
  name: 'expiration-changed',
  version: 2,
  sample: {
    firstname: 'Nina',
    shieldId: 'TX277468202',
    from: '03/02/2027',
    to: '04/01/2027',
    note: 'Corrected after your dispute',
  },
  group: 'service',
  subject: 'The expiration date of your ShieldScore has changed',
  preheader: ({ to }) => `It’s now valid through ${to}.`,
  blocks: ({ firstname, shieldId, from, to, note }, origin) => [
    heading(`${firstname}, your expiration date has changed`),
    paragraph('Our team changed the expiration date of your ShieldScore, for this reason:'),
    paragraph(note),
    facts([
      ['ShieldID', shieldId],
      ['Previously', from],
      ['Valid through', to],
    ]),
    button('Open my home page', `${origin}/user`),
  ],
});
