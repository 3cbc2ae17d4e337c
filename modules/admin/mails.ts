import {
  button,
  declareMail,
  facts,
  formatCount,
  heading,
  link,
  paragraph,
} from '#modules/platform/index.ts';
import type { WaitingWork } from './digest/waiting.ts';

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
  sample: {
    what: 'A refund of $79.00',
    requestedBy: 'Robin Reed',
    reason: 'Paid twice',
    path: '/admin/refunds',
  },
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
  version: 2,
  sample: { about: 'a person', change: 'set', by: 'Robin Reed' },
  group: 'staff',
  subject: ({ about, change }) => `A legal hold on ${about} was ${change}`,
  preheader: ({ by }) => `By ${by}.`,
  blocks: ({ about, change, by }, origin) => [
    heading(`A legal hold on ${about} was ${change}`),
    paragraph(
      change === 'set'
        ? 'While it’s in place, nothing about them is deleted.'
        : 'Deletions about them resume with the next nightly run.',
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
  sample: {
    control: 'The refund limit',
    value: '$200.00',
    requestedBy: 'Robin Reed',
    reason: 'More refunds this season',
    effective: '03/03/2026 09:00 AM CST',
    approvedBy: null,
  },
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

const waits = ({ open, controls }: WaitingWork) => open + controls;

/** Sent each morning to a member of staff for whom something waits, unless they turned it off. Names nobody. */
export const staffDigestMail = declareMail<WaitingWork>({
  name: 'staff-digest',
  version: 2,
  sample: { kinds: [{ title: 'Disputes', open: 3, overdue: 1 }], open: 3, overdue: 1, mine: 2, controls: 1 },
  group: 'staff',
  subject: (work) =>
    work.overdue > 0
      ? `${work.overdue.toLocaleString('en-US')} overdue, ${waits(work).toLocaleString('en-US')} waiting`
      : `${waits(work).toLocaleString('en-US')} waiting, nothing overdue`,
  preheader: ({ kinds, controls }) =>
    [
      ...kinds.map(({ title, open }) => `${title}: ${open.toLocaleString('en-US')}`),
      ...(controls > 0 ? [`Control changes: ${controls.toLocaleString('en-US')}`] : []),
    ].join(', '),
  blocks: ({ kinds, mine, overdue, controls }, origin) => [
    heading(overdue > 0 ? `${formatCount(overdue, 'item')} overdue` : 'Nothing is overdue'),
    paragraph(
      mine > 0
        ? `Work assigned to you (${mine.toLocaleString('en-US')}) or to no one yet:`
        : 'Work that isn’t assigned to anyone yet:',
    ),
    facts([
      ...kinds.map(({ title, open, overdue: late }): [string, string] => [
        title,
        late > 0
          ? `${late.toLocaleString('en-US')} overdue, ${open.toLocaleString('en-US')} waiting`
          : `${open.toLocaleString('en-US')} waiting`,
      ]),
      ...(controls > 0
        ? [['Control changes', `${controls.toLocaleString('en-US')} waiting for a second admin`] as const]
        : []),
    ]),
    button('Open the pipeline', `${origin}/admin/pipeline${overdue > 0 ? '?deadline=overdue' : ''}`),
    ...(controls > 0 ? [link('Review control changes', `${origin}/admin/settings/controls`)] : []),
    link('Turn this email off', `${origin}/admin/settings/digest`),
  ],
});
