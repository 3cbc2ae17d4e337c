import type { getConnection, HistoryKind } from '#modules/network/index.ts';
import { formatDateTime } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { Icon, type IconName, Timeline } from '../../components/index.ts';
import { useRoot } from '../shell/use-root.ts';

/** The past events of a connection, and those to come. */
export function History({ records }: { records: OutputOf<typeof getConnection>['historyrecords'] }) {
  const { timeZone } = useRoot();
  return (
    <Timeline
      moments={records.map(({ id, kind, label, status, date }) => ({
        key: id,
        title: (
          <>
            <Icon name={historyIcons[kind] ?? 'check'} /> {label}
            {status === 'complete' ? null : <span className="sr">, not yet</span>}
          </>
        ),
        when: formatDateTime(date, timeZone),
        at: new Date(date),
        tone: toneOf(kind, status),
      }))}
    />
  );
}

/** Of other kinds, a check mark is shown: something was done or turned on. */
const historyIcons: Partial<Record<HistoryKind, IconName>> = {
  invited: 'user',
  resent: 'refresh',
  extended: 'clock',
  reopened: 'refresh',
  attached: 'user',
  bounced: 'alert',
  ignored: 'minus',
  cancelled: 'close',
  'sharing-off': 'close',
  'report-off': 'close',
  'renewal-requested': 'refresh',
  removed: 'stop',
  left: 'logout',
  linked: 'link',
  'shieldlink-off': 'stop',
  'mail-waiting': 'clock',
  'mail-sent': 'send',
  'reminder-sent': 'send',
  'mail-delayed': 'clock',
  'mail-delivered': 'mail',
  'mail-opened': 'eye',
  'mail-clicked': 'link',
  'mail-failed': 'alert',
  'mail-bounced': 'alert',
  'reminder-due': 'bell',
  'invitation-ends': 'clock',
  'renewal-due': 'refresh',
  'score-ends': 'clock',
};

function toneOf(kind: HistoryKind, status: 'complete' | 'inprogress' | 'pending'): 'ok' | 'bad' | undefined {
  if (status !== 'complete') return undefined;
  return badKinds.has(kind) ? 'bad' : 'ok';
}

const badKinds = new Set<HistoryKind>([
  'bounced',
  'mail-bounced',
  'mail-failed',
  'removed',
  'left',
  'shieldlink-off',
  'cancelled',
]);
