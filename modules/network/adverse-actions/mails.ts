import { button, declareMail, heading, note, paragraph } from '#modules/platform/index.ts';
import { withdrawnWords } from './notice-texts.ts';

/** The mails of adverse actions to the person. They name no finding and no score (D95). */

export interface AdverseMail {
  company: string;
  firstname: string;
  actionId: string;
  /** Such as `A-482-193`. */
  number: string;
  occasion: 'first' | 'final';
  /** A notice came before. */
  again: boolean;
}

const path = (origin: string, actionId: string) => `${origin}/user/notices/${actionId}`;

const caseNote = (number: string) =>
  note(`Case ${number}. Mention this number if you call or write about it.`);

export const adverseActionMail = declareMail<AdverseMail>({
  name: 'adverse-action',
  version: 2,
  sample: {
    company: 'Acme Logistics',
    firstname: 'Nina',
    actionId: 'sample',
    number: 'A-482-193',
    occasion: 'first',
    again: false,
  },
  group: 'legal',
  subject: ({ company, occasion }) =>
    occasion === 'first'
      ? `A notice from ${company} about your report`
      : `${company} made a decision about you`,
  preheader: ({ occasion }) =>
    occasion === 'first'
      ? 'Nothing is decided yet. You have time to respond.'
      : 'Read the notice and your rights.',
  blocks: ({ company, firstname, actionId, number, occasion, again }, origin) =>
    occasion === 'first'
      ? [
          heading(`${firstname}, read your report before a decision is made`),
          paragraph(
            again
              ? `${company} sent you a new notice that explains why. It replaces the one before it, and your time to respond starts again.`
              : `${company} may make a decision about you in whole or in part because of your background report. Nothing is decided yet.`,
          ),
          paragraph(
            'Log in to read the notice, the report, and your rights. If something in the report is wrong, you can dispute it there, free of charge.',
          ),
          button('Read the notice and report', path(origin, actionId)),
          note('Your time to respond begins on the day after you get this email.'),
          caseNote(number),
        ]
      : [
          heading(`${firstname}, ${company} made a decision about you`),
          paragraph(
            'It was based in whole or in part on your background report. Log in to read the decision, which agency made the report, and your rights.',
          ),
          button('Read the decision', path(origin, actionId)),
          caseNote(number),
        ],
});

export const adverseWithdrawnMail = declareMail<
  Pick<AdverseMail, 'company' | 'firstname' | 'actionId' | 'number'>
>({
  name: 'adverse-withdrawn',
  version: 2,
  sample: { company: 'Acme Logistics', firstname: 'Nina', actionId: 'sample', number: 'A-482-193' },
  group: 'legal',
  subject: ({ company }) => `${company} won’t act on your report`,
  preheader: 'Nothing changes for you.',
  blocks: ({ company, firstname, actionId, number }, origin) => [
    heading(`${firstname}, nothing changes for you`),
    paragraph(withdrawnWords(company)),
    button('View the notice', path(origin, actionId)),
    caseNote(number),
  ],
});
