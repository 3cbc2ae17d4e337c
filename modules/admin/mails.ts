import { button, declareMail, facts, heading, paragraph } from '#modules/platform/index.ts';

/** The mails of the console. */

interface WaitsMail {
  /** Such as `A refund of $79.00`. */
  what: string;
  requestedBy: string;
  reason: string | null;
  path: string;
}

/** Sent to the other admins when something waits for a second one (D145). */
export const refundWaitsMail = declareMail<WaitsMail>({
  name: 'refund-waits',
  group: 'staff',
  subject: ({ what }) => `${what} is waiting for a second admin`,
  preheader: ({ requestedBy }) => `${requestedBy} requested it. Another admin has to decide.`,
  blocks: ({ what, requestedBy, reason, path }, origin) => [
    heading(`${what} is waiting for a second admin`),
    paragraph('Nothing happens until another admin approves it.'),
    facts([['Requested by', requestedBy], ...(reason === null ? [] : ([['Reason', reason]] as const))]),
    button('Review it', origin + path),
  ],
});

interface LegalHoldMail {
  about: 'a person' | 'a company';
  change: 'set' | 'lifted';
  by: string;
}

/** Sent to every admin when a legal hold is set or lifted (D140). */
export const legalHoldMail = declareMail<LegalHoldMail>({
  name: 'legal-hold',
  group: 'staff',
  subject: ({ about, change }) => `A legal hold on ${about} was ${change}`,
  preheader: ({ by }) => `By ${by}.`,
  blocks: ({ about, change, by }, origin) => [
    heading(`A legal hold on ${about} was ${change}`),
    paragraph(
      change === 'set'
        ? 'While it’s open, nothing about them is deleted.'
        : 'Deletions about them continue with the next nightly run.',
    ),
    facts([[change === 'set' ? 'Set by' : 'Lifted by', by]]),
    button('View legal holds', `${origin}/admin/retention`),
  ],
});

interface ControlChangedMail {
  control: string;
  value: string;
  requestedBy: string;
  reason: string;
  /** When it will take effect; null if it has. */
  effective: string | null;
  /** The second admin, if there was one. */
  approvedBy: string | null;
}

/** Sent to every admin and to the support address. */
export const controlChangedMail = declareMail<ControlChangedMail>({
  name: 'control-changed',
  group: 'staff',
  subject: ({ control, effective }) =>
    effective ? `${control} will change in 24 hours` : `${control} has changed`,
  preheader: ({ requestedBy }) => `${requestedBy} requested it.`,
  blocks: ({ control, value, requestedBy, reason, effective, approvedBy }, origin) => [
    heading(effective ? `${control} will change` : `${control} has changed`),
    paragraph(
      effective
        ? `There is no second admin, so the change takes effect automatically on ${effective}. Until then, it can be rejected in the console.`
        : approvedBy
          ? 'A second admin approved the change.'
          : 'There was no second admin, so the change took effect 24 hours after it was requested.',
    ),
    facts([
      ['New value', value],
      ['Requested by', requestedBy],
      ['Reason', reason],
      ...(approvedBy ? ([['Approved by', approvedBy]] as const) : []),
    ]),
    button('Open the controls', `${origin}/admin/settings/controls`),
  ],
});
