import {
  button,
  declareMail,
  facts,
  formatCount,
  heading,
  link,
  paragraph,
} from '#modules/platform/index.ts';

/** What can be told: the subscription types, where invitations say what became of them. */
const told = {
  new: { label: 'New', says: 'joined your network' },
  expiressoon: { label: 'Expires soon', says: 'has a score that expires soon' },
  scorechange: { label: 'Score change', says: 'has a new score' },
  expired: { label: 'Expired', says: 'has a score that expired' },
  leftnetwork: { label: 'Left network', says: 'left your network' },
  removeduser: { label: 'Removed', says: 'was removed from your network' },
  out_compliance: { label: 'Out of compliance', says: 'is out of compliance with your rule' },
  accepted: { label: 'Invitation accepted', says: 'accepted your invitation' },
  ignored: { label: 'Invitation ignored', says: 'ignored your invitation' },
  bounced: { label: 'Invitation not delivered', says: 'couldn’t be reached: the invitation bounced' },
  purchase: { label: 'Purchase', says: 'used your coupon' },
} as const;
export type ToldKind = keyof typeof told;
export const toldKinds = Object.keys(told) as ToldKind[];

/** People of whom the same is told. */
export interface ToldGroup {
  kind: ToldKind;
  count: number;
  /** The first of them. Mails tell no scores, because a mail cannot be taken back. */
  names: readonly string[];
}

interface AlertMail {
  company: string;
  /** In the order of `toldKinds`. */
  groups: readonly ToldGroup[];
  /** The name of the person if the mail is about a single one. */
  about: string | null;
}

const countOf = ({ groups }: AlertMail) => groups.reduce((sum, { count }) => sum + count, 0);

function namesOf({ names, count }: ToldGroup): string {
  const more = count - names.length;
  return more > 0 ? `${names.join(', ')} and ${more.toLocaleString('en-US')} more` : names.join(', ');
}

function titleOf(mail: AlertMail, several: string): string {
  if (mail.about === null) return several;
  const [first = '', ...others] = mail.groups.map(({ kind }) => told[kind].label);
  return `${joined([first, ...others.map((label) => label.toLowerCase())])}: ${mail.about}`;
}

/** 'a', 'a and b', 'a, b and c'. */
function joined(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${last}` : last;
}

const severalOf = (mail: AlertMail) => `${formatCount(countOf(mail), 'alert')} in your network`;
const preheaderOf = ({ groups }: AlertMail) =>
  groups.map((group) => `${told[group.kind].label}: ${namesOf(group)}.`).join(' ');

function blocksOf(mail: AlertMail, origin: string) {
  const { about } = mail;
  return [
    about !== null
      ? paragraph(`${about} ${joined(mail.groups.map(({ kind }) => told[kind].says))}.`)
      : facts(mail.groups.map((group) => [told[group.kind].label, namesOf(group)])),
    button('View alerts', `${origin}/user/alerts`),
    link('Choose which alerts you get', `${origin}/user/alerts/settings`),
  ];
}

/** Sent to a member of a company's team who gets such alerts at once. */
export const alertMail = declareMail<AlertMail>({
  name: 'alert',
  version: 2,
  sample: {
    company: 'Acme Logistics',
    groups: [{ kind: 'scorechange', count: 1, names: ['Nina Novak'] }],
    about: 'Nina Novak',
  },
  group: 'company',
  list: 'alerts',
  subject: (mail) => titleOf(mail, severalOf(mail)),
  preheader: preheaderOf,
  blocks: (mail, origin) => [heading(titleOf(mail, severalOf(mail))), ...blocksOf(mail, origin)],
});

/** Sent to a member of a company's team once a day, if there is something to tell. */
export const alertSummaryMail = declareMail<AlertMail>({
  name: 'alert-summary',
  version: 2,
  sample: {
    company: 'Acme Logistics',
    groups: [{ kind: 'accepted', count: 3, names: ['Nina Novak', 'Omar Diaz', 'Ada Park'] }],
    about: null,
  },
  group: 'company',
  list: 'alert-summary',
  subject: (mail) => `Daily summary: ${severalOf(mail)}`,
  preheader: preheaderOf,
  blocks: (mail, origin) => [
    heading(severalOf(mail)),
    paragraph(`Since the last daily summary for ${mail.company}:`),
    ...blocksOf(mail, origin),
  ],
});
