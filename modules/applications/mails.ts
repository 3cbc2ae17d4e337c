import { button, declareMail, facts, heading, paragraph } from '#modules/platform/index.ts';

interface SubmittedMail {
  firstname: string;
  packageDescrip: string;
  provider: string;
  submitted: string;
}

/** To the applicant, once the application is handed over. */
export const applicationSubmittedMail = declareMail<SubmittedMail>({
  name: 'application-submitted',
  group: 'service',
  subject: 'Your background check application is submitted',
  preheader: ({ provider }) => `${provider} has it now. It takes several days.`,
  blocks: ({ firstname, packageDescrip, provider, submitted }, origin) => [
    heading(`Thank you, ${firstname}`),
    paragraph(
      `Your application is complete. ${provider} makes the check now, which usually takes several days. We write to you as soon as there is a result; nobody sees it before you do.`,
    ),
    facts([
      ['Background check', packageDescrip],
      ['Agency', provider],
      ['Submitted', submitted],
    ]),
    button('See where it stands', `${origin}/user/application`),
  ],
});

interface ScoreReadyMail {
  firstname: string;
  provider: string;
  approvalCode: string;
  validUntil: string;
}

/** To the applicant, when a result waits for them: the link leads to the acceptance. */
export const scoreReadyMail = declareMail<ScoreReadyMail>({
  name: 'score-ready',
  group: 'service',
  subject: 'Your ShieldScore is ready for your review',
  preheader: 'Only you can see it. Nothing is shared until you activate it.',
  blocks: ({ firstname, provider, approvalCode, validUntil }, origin) => [
    heading(`${firstname}, your result is here`),
    paragraph(
      `${provider} has finished your background check. Please review the report. If it is right, activate your ShieldScore; if something is wrong, tell us, and it is looked into free of charge.`,
    ),
    button('Review my ShieldScore', `${origin}/scoreapproval/${approvalCode}`),
    paragraph(
      `To keep it private, the page asks for your date of birth and the last four digits of your Social Security number, unless you are signed in. The link works until ${validUntil}.`,
    ),
  ],
});
