import { button, facts, heading, type MailContent, mail, paragraph } from '#modules/platform/index.ts';

/** Sent to the applicant after submission. */
export function applicationSubmittedMail(about: {
  firstname: string;
  packageDescrip: string;
  provider: string;
  submitted: string;
  url: string;
}): MailContent {
  return mail({
    subject: 'Your background check application is submitted',
    preheader: `${about.provider} has it now. It takes several days.`,
    category: 'service',
    blocks: [
      heading(`Thank you, ${about.firstname}`),
      paragraph(
        `Your application is complete. ${about.provider} makes the check now, which usually takes several days. We write to you as soon as there is a result; nobody sees it before you do.`,
      ),
      facts([
        ['Background check', about.packageDescrip],
        ['Agency', about.provider],
        ['Submitted', about.submitted],
      ]),
      button('See where it stands', about.url),
    ],
  });
}

/** Sent to the applicant when a result is waiting. The link opens the acceptance. */
export function scoreReadyMail(about: {
  firstname: string;
  provider: string;
  url: string;
  validUntil: string;
}): MailContent {
  return mail({
    subject: 'Your ShieldScore is ready for your review',
    preheader: 'Only you can see it. Nothing is shared until you activate it.',
    category: 'service',
    blocks: [
      heading(`${about.firstname}, your result is here`),
      paragraph(
        `${about.provider} has finished your background check. Please review the report. If it is right, activate your ShieldScore; if something is wrong, tell us, and it is looked into free of charge.`,
      ),
      button('Review my ShieldScore', about.url),
      paragraph(
        `To keep it private, the page asks for your date of birth and the last four digits of your Social Security number, unless you are signed in. The link works until ${about.validUntil}.`,
      ),
    ],
  });
}
