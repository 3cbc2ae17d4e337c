import type { getTimeline } from '#modules/admin/index.ts';
import { formatDateTime } from '#modules/platform/browser.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import type { IconName } from '../../components/index.ts';
import { detailParts, doerWords } from './audit-words.ts';

type Answered = OutputOf<typeof getTimeline>['moments'][number];
type OfSource<S extends Answered['source']> = Extract<Answered, { source: S }>;
/** A moment as the page shows it: an entry has its action in words. */
export type Shown = (OfSource<'entry'> & { words: string }) | OfSource<'mail'> | OfSource<'view'>;
type Kind = OfSource<'entry'>['kind'];

/** What staff can narrow the timeline to. */
export const kindLook: Record<Kind, { label: string; icon: IconName }> = {
  purchases: { label: 'Purchases', icon: 'card' },
  messages: { label: 'Emails', icon: 'mail' },
  application: { label: 'Application and score', icon: 'edit' },
  sharing: { label: 'Sharing', icon: 'users' },
  account: { label: 'Account', icon: 'user' },
  views: { label: 'Views', icon: 'eye' },
  staff: { label: 'Staff', icon: 'key' },
};

/** What became of a mail. */
const states: Record<OfSource<'mail'>['state'], { words: string; tone?: 'ok' | 'bad' }> = {
  // Also of a mail whose job failed for good, or was canceled.
  sending: { words: 'Not accepted by a mail server yet' },
  sent: { words: 'Accepted by the mail server' },
  delayed: { words: 'Delayed: their mail server asks to wait' },
  delivered: { words: 'Delivered', tone: 'ok' },
  failed: { words: 'Refused by the mail server', tone: 'bad' },
  bounced: { words: 'Returned: it couldn’t be delivered', tone: 'bad' },
  suppressed: { words: 'Not sent: the address gets no mail, or they turned such emails off', tone: 'bad' },
};

export const mailStateWords = (state: keyof typeof states) => states[state].words;

const views: Record<OfSource<'view'>['view'], string> = {
  search: 'looked up their ShieldID',
  score: 'viewed their score',
  report: 'opened their report',
  export: 'exported their score in a list',
  api: 'read their score through the API',
  'staff-report': 'opened their report, as staff',
  link: 'opened their share link',
  'staff-transfer': 'moved a check between their accounts, as staff',
};

/** The kind of a moment, as staff narrow the timeline to it. */
export const kindOfMoment = (moment: Shown): string =>
  kindLook[moment.source === 'mail' ? 'messages' : moment.source === 'view' ? 'views' : moment.kind].label;

/** A moment in plain words. */
export function momentWords(
  moment: Shown,
  timeZone: string,
): { icon: IconName; title: string; notes: string[]; tone?: 'ok' | 'bad' } {
  if (moment.source === 'view') {
    const { viewer, view, reason } = moment;
    return {
      icon: kindLook.views.icon,
      title: `${viewer} ${views[view]}`,
      notes: reason ? [`“${reason}”`] : [],
    };
  }
  if (moment.source === 'mail') {
    const { words, tone } = states[moment.state];
    const when = moment.progressed_dts ? `, ${formatDateTime(moment.progressed_dts, timeZone)}` : '';
    return {
      icon: kindLook.messages.icon,
      title: `Email: ${moment.subject ?? 'erased with the personal data'}`,
      notes: [...(moment.address ? [`To ${showEmailAddress(moment.address)}`] : []), `${words}${when}`],
      ...(tone ? { tone } : {}),
    };
  }
  return { icon: kindLook[moment.kind].icon, title: moment.words, notes: entryNotes(moment) };
}

/** The id of a row, or of something at a provider such as pi_3Nabc. */
const machineId = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\b[a-z]{2,6}_\w{10,}/;

/** A status that is the first one has nothing before it. */
function changeWords({ name, before, after }: ReturnType<typeof detailParts>['changes'][number]): string {
  if (name === 'Value' && !before) return after;
  return `${name === 'Value' ? '' : `${name}: `}${before || 'Empty'} → ${after || 'empty'}`;
}

/** What an entry says beside its action, without the ids of rows. */
function entryNotes(entry: OfSource<'entry'>): string[] {
  const { changes, reason, others } = detailParts(entry.detail ?? {});
  const told = [
    ...changes.filter(({ before, after }) => !machineId.test(`${before} ${after}`)).map(changeWords),
    ...others.filter(([, value]) => !machineId.test(value)).map(([name, value]) => `${name}: ${value}`),
  ];
  return [
    ...(told.length > 0 ? [told.join('. ')] : []),
    ...(reason ? [`“${reason}”`] : []),
    // What jobs do has no address of its own.
    doerWords(entry.address === 'system' ? { ...entry, address: null } : entry),
  ];
}
