import {
  button,
  declareMail,
  type ErasureWait,
  facts,
  formatDate,
  formatMoment,
  heading,
  paragraph,
  type Retention,
} from '#modules/platform/index.ts';

/** The mails about requests for personal data (D23, D95). They quote none of the data itself. */

const page = (origin: string) => new URL('/user/profile/privacy', origin).href;

export const exportReadyMail = declareMail<{ requestId: string; expiresAt: Date }>({
  name: 'export-ready',
  version: 2,
  sample: { requestId: 'sample', expiresAt: new Date('2026-03-02T15:00:00Z') },
  group: 'legal',
  subject: 'The copy of your data is ready',
  preheader: ({ expiresAt }, timeZone) => `You can download it until ${formatDate(expiresAt, timeZone)}.`,
  blocks: ({ requestId, expiresAt }, origin, timeZone) => [
    heading('The copy of your data is ready'),
    paragraph('It’s a ZIP file with everything we hold about you. Log in to download it.'),
    facts([['Available until', formatMoment(expiresAt, timeZone)]]),
    button('Download my data', new URL(`/user/profile/privacy/export/${requestId}`, origin).href),
    paragraph('If you didn’t ask for this, change your password and contact us.'),
  ],
});

/** Why records are kept, in the words that the person reads. */
const retentionWords: Record<Retention, string> = {
  screening:
    'Records of your background checks, with your consents and disputes, kept to meet our duties under the Fair Credit Reporting Act.',
  'adverse-action':
    'Notices that companies gave you about decisions because of your report, kept for 5 years as proof.',
  payment: 'Payments and receipts, for tax and accounting.',
  agreement: 'Which terms you accepted and when, as proof of our agreement.',
  'opt-out': 'Which emails you opted out of, so that we don’t send them again.',
  audit: 'The security log, with your personal details made unreadable.',
  request: 'A record of this request, as proof that we completed it.',
  departure: 'The name under which companies saw you, for 30 days, so that they know who left their network.',
};

interface Deletion {
  occasion: 'asked' | 'recalled' | 'erased';
  eraseAt: Date;
  retained: readonly Retention[];
}

const deletionTitles: Record<Deletion['occasion'], string> = {
  asked: 'Your account will be deleted',
  recalled: 'Your account won’t be deleted',
  erased: 'Your account was deleted',
};

export const deletionMail = declareMail<Deletion>({
  name: 'deletion-asked',
  version: 2,
  sample: { occasion: 'asked', eraseAt: new Date('2026-03-02T15:00:00Z'), retained: [] },
  group: 'legal',
  subject: ({ occasion }) => deletionTitles[occasion],
  preheader: ({ occasion, eraseAt }, timeZone) =>
    occasion === 'asked'
      ? `You can change your mind until ${formatDate(eraseAt, timeZone)}.`
      : 'Here’s what we did.',
  blocks(about, origin, timeZone) {
    const title = heading(deletionTitles[about.occasion]);
    switch (about.occasion) {
      case 'asked':
        return [
          title,
          paragraph(
            `We’ll delete it on ${formatDate(about.eraseAt, timeZone)}. Until then, you can log in and choose to keep it. After that, it can’t be restored.`,
          ),
          button('Keep my account', page(origin)),
          paragraph('If you didn’t ask for this, keep your account and change your password.'),
        ];
      case 'recalled':
        return [title, paragraph('You canceled the deletion. Nothing was deleted.')];
      case 'erased':
        return [
          title,
          paragraph('We deleted your profile, messages, and network.'),
          ...(about.retained.length > 0
            ? [
                paragraph('We keep the following, because the law requires it or as proof of what we did:'),
                ...about.retained.map((reason) => paragraph(retentionWords[reason])),
              ]
            : []),
        ];
    }
  },
});

type Limit = { occasion: 'received'; dueAt: Date } | { occasion: 'answered'; answer: string };

export const limitMail = declareMail<Limit>({
  name: 'limit-answered',
  version: 2,
  sample: { occasion: 'received', dueAt: new Date('2026-03-02T15:00:00Z') },
  group: 'legal',
  subject: ({ occasion }) =>
    occasion === 'received'
      ? 'We received your request about your personal data'
      : 'Our answer to your request about your personal data',
  preheader: (about, timeZone) =>
    about.occasion === 'received'
      ? `We’ll reply by ${formatDate(about.dueAt, timeZone)}.`
      : 'Read what we decided.',
  blocks: (about, _origin, timeZone) =>
    about.occasion === 'received'
      ? [
          heading('We received your request'),
          paragraph(
            'You asked us to use your personal data only as the law or your own background check requires.',
          ),
          facts([['We’ll reply by', formatDate(about.dueAt, timeZone)]]),
        ]
      : [
          heading('Our answer to your request'),
          paragraph('You asked us to limit the use of your personal data.'),
          ...about.answer.split(/\n{2,}/).map((text) => paragraph(text)),
        ],
});

/** Sent when staff close a request without an answer (D150). */
export const requestClosedMail = declareMail<{ reason: string }>({
  name: 'request-closed',
  sample: { reason: 'You withdrew your request' },
  group: 'legal',
  subject: 'We closed your request about your personal data',
  preheader: 'Read why we closed it.',
  blocks: ({ reason }, origin) => [
    heading('We closed your request'),
    paragraph('You asked us to limit the use of your personal data. We closed the request for this reason:'),
    ...reason.split(/\n{2,}/).map((text) => paragraph(text)),
    paragraph('If you disagree, you can send us another request, or contact support.'),
    button('Send another request', new URL('/limitpersonaldata', origin).href),
  ],
});

/** What a due deletion waits for, in the words that the person reads. */
const waitWords: Record<ErasureWait, string> = {
  law: 'The law requires us to keep some of your data for now.',
  chargeback: 'Your bank is reviewing a payment for your background check. We have to wait for its decision.',
  refund: 'A refund for your background check isn’t finished yet.',
  dispute: 'You reported an error in your report, and it hasn’t been answered yet.',
  'adverse-action':
    'A company gave you notice that it may make a decision about you because of your report. We have to wait until that process ends.',
  check: 'Your background check isn’t finished yet. The screening company is still working on it.',
  company: 'You own a company account. Transfer ownership to a team member, and we’ll delete your account.',
  result: 'The result of your background check is waiting for you to review it.',
  application: 'You paid for a background check and haven’t finished the application.',
};

/** What happens after the last day, for what only the person can end. */
const waitEnds: Partial<Record<ErasureWait, string>> = {
  result:
    'If you don’t review it by then, we’ll close it without activating a score and delete your account.',
  application:
    'If you don’t finish it by then, we’ll close the application and delete your account. If you want to ask for a refund, contact support before that day.',
};

function endOf(waitsFor: ErasureWait) {
  const words = waitEnds[waitsFor];
  return words === undefined ? [] : [paragraph(words)];
}

/** Sent when a deletion is due but has to wait (D140). */
export const erasureWaitsMail = declareMail<{ waitsFor: ErasureWait; until: Date | null }>({
  name: 'erasure-waits',
  version: 3,
  sample: { waitsFor: 'result', until: new Date('2026-03-02T15:00:00Z') },
  group: 'legal',
  subject: 'Your account hasn’t been deleted yet',
  preheader: ({ until }, timeZone) =>
    until ? `We’ll delete it by ${formatDate(until, timeZone)}.` : 'Read what we’re waiting for.',
  blocks: ({ waitsFor, until }, origin, timeZone) => [
    heading('Your account hasn’t been deleted yet'),
    paragraph(`You asked us to delete your account. ${waitWords[waitsFor]}`),
    ...(until
      ? [facts([['We’ll wait until', formatDate(until, timeZone)]]), ...endOf(waitsFor)]
      : [paragraph('As soon as this process ends, we’ll delete your account and let you know.')]),
    button('View my request', page(origin)),
  ],
});
