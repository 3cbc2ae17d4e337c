import { button, declareMail, facts, heading, paragraph } from '#modules/platform/index.ts';

interface SubmittedMail {
  firstname: string;
  packageDescrip: string;
  provider: string;
  submitted: string;
}

/** Sent to the applicant after submission. */
export const applicationSubmittedMail = declareMail<SubmittedMail>({
  name: 'application-submitted',
  group: 'service',
  subject: 'Your background check application is submitted',
  preheader: ({ provider }) => `${provider} has received it. Results usually take several days.`,
  blocks: ({ firstname, packageDescrip, provider, submitted }, origin) => [
    heading(`Thank you, ${firstname}`),
    paragraph(
      `Your application is complete. ${provider} is running your check, which usually takes several days. We’ll email you when the result is ready. No one sees it before you do.`,
    ),
    facts([
      ['Background check', packageDescrip],
      ['Agency', provider],
      ['Submitted', submitted],
    ]),
    button('View your application', `${origin}/user/application`),
  ],
});

interface ScoreReadyMail {
  firstname: string;
  provider: string;
  approvalCode: string;
  validUntil: string;
}

/** Sent to the applicant when a result is waiting. The link opens the acceptance. */
export const scoreReadyMail = declareMail<ScoreReadyMail>({
  name: 'score-ready',
  group: 'service',
  subject: 'Your ShieldScore is ready for your review',
  preheader: 'Only you can see it. Nothing is shared until you activate it.',
  blocks: ({ firstname, provider, approvalCode, validUntil }, origin) => [
    heading(`${firstname}, your result is ready`),
    paragraph(
      `${provider} has finished your background check. Please review the report. If it is correct, activate your ShieldScore. If something is wrong, you can dispute it free of charge.`,
    ),
    button('Review my ShieldScore', `${origin}/scoreapproval/${approvalCode}`),
    paragraph(
      `To keep it private, the page asks for your date of birth and the last four digits of your Social Security number, unless you’re signed in. The link expires on ${validUntil}.`,
    ),
  ],
});
