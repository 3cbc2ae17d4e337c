import { button, declareMail, facts, heading, paragraph } from '#modules/platform/index.ts';

/** Sent to the applicant when a signed paper application came. */
export const paperReceivedMail = declareMail<{ firstname: string; received: string; pages: number }>({
  name: 'paper-received',
  group: 'service',
  subject: 'We received your signed application',
  preheader: 'We’ll look at it and email you what we decide.',
  blocks: ({ firstname, received, pages }, origin) => [
    heading(`Thank you, ${firstname}`),
    paragraph('Your signed application has arrived. We’ll review it and email you when that is done.'),
    facts([
      ['Received', received],
      ['Pages', String(pages)],
    ]),
    button('View your application', `${origin}/user/application`),
  ],
});

interface DecidedMail {
  firstname: string;
  provider: string;
  /** Null once it was approved. */
  reason: string | null;
}

/** Sent to the applicant when staff approved or rejected a signed paper application. */
export const paperDecidedMail = declareMail<DecidedMail>({
  name: 'paper-decided',
  group: 'service',
  subject: ({ reason }) =>
    reason === null ? 'Your signed application is approved' : 'Your signed application needs another look',
  preheader: ({ reason }) =>
    reason === null ? 'It is on its way to the agency.' : 'You can sign again, online or on paper.',
  blocks: ({ firstname, provider, reason }, origin) => [
    heading(
      reason === null ? `${firstname}, your application is approved` : `${firstname}, please sign again`,
    ),
    ...(reason === null
      ? [paragraph(`We’ve sent your application to ${provider}, which runs your check.`)]
      : [
          paragraph('We couldn’t accept your signed application, for this reason:'),
          paragraph(reason),
          paragraph('Open your application to sign online, or to download and sign it on paper again.'),
        ]),
    button('Open your application', `${origin}/user/application`),
  ],
});
