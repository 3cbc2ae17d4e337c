import { button, declareMail, facts, formatDate, heading, paragraph } from '#modules/platform/index.ts';

/** Sent to the applicant when a signed paper application has arrived. */
export const paperReceivedMail = declareMail<{ firstname: string; received: Date; pages: number }>({
  name: 'paper-received',
  version: 2,
  sample: { firstname: 'Nina', received: new Date('2026-03-02T15:00:00Z'), pages: 4 },
  group: 'service',
  subject: 'We received your signed application',
  preheader: 'We’ll review it and email you our decision.',
  blocks: ({ firstname, received, pages }, origin, timeZone) => [
    heading(`Thank you, ${firstname}`),
    paragraph('Your signed application has arrived. We’ll review it and email you our decision.'),
    facts([
      ['Received', formatDate(received, timeZone)],
      ['Pages', String(pages)],
    ]),
    button('View your application', `${origin}/user/application`),
  ],
});

interface AwaitedMail {
  firstname: string;
  packageDescrip: string;
  requested: Date;
}

/** Sent once to an applicant who chose paper and sent nothing for 30 days (D94). */
export const paperAwaitedMail = declareMail<AwaitedMail>({
  name: 'paper-awaited',
  version: 2,
  sample: {
    firstname: 'Nina',
    packageDescrip: 'Standard background check',
    requested: new Date('2026-02-16T15:00:00Z'),
  },
  group: 'service',
  subject: 'Your signed application hasn’t arrived yet',
  preheader: 'Your background check can’t start without it. You can also sign online.',
  blocks: ({ firstname, packageDescrip, requested }, origin, timeZone) => [
    heading(`${firstname}, we’re waiting for your signature`),
    paragraph(
      'You chose to sign your application on paper, and it hasn’t reached us. If you sent it a few days ago, you don’t need to do anything. Otherwise, open your application to download it again and send it back, or to sign online.',
    ),
    facts([
      ['Background check', packageDescrip],
      ['Paper chosen on', formatDate(requested, timeZone)],
    ]),
    button('Open your application', `${origin}/user/application`),
  ],
});

interface DecidedMail {
  firstname: string;
  provider: string;
  /** Whether there was a package to decide about. */
  received: boolean;
  /** Null if it was approved. */
  reason: string | null;
}

/** Sent to the applicant when staff approved or rejected a signed paper application. */
export const paperDecidedMail = declareMail<DecidedMail>({
  name: 'paper-decided',
  version: 2,
  sample: {
    firstname: 'Nina',
    provider: 'Sample Screening',
    received: true,
    reason: 'The signature on page 2 is missing',
  },
  group: 'service',
  subject: ({ reason }) =>
    reason === null ? 'Your signed application was approved' : 'Please sign your application again',
  preheader: ({ reason }) =>
    reason === null ? 'It’s on its way to the agency.' : 'You can sign again, online or on paper.',
  blocks: ({ firstname, provider, received, reason }, origin) => [
    heading(
      reason === null ? `${firstname}, your application was approved` : `${firstname}, please sign again`,
    ),
    ...(reason === null
      ? [paragraph(`We’re sending your application to ${provider}, which runs your check.`)]
      : [
          paragraph(
            received
              ? 'We couldn’t accept your signed application, for this reason:'
              : 'Your signed application hasn’t reached us, so we stopped waiting for it, for this reason:',
          ),
          paragraph(reason),
          paragraph('Open your application to sign online, or to download and sign it on paper again.'),
        ]),
    button('Open your application', `${origin}/user/application`),
  ],
});
