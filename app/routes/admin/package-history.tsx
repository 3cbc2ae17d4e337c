import { packageWays } from '#modules/applications/fields.ts';
import type { listPackageHistory } from '#modules/applications/index.ts';
import { formatCount, formatDateTime } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { Card, type Moment, Timeline } from '../../components/index.ts';

type Event = OutputOf<typeof listPackageHistory>['events'][number];

const titles: Record<Event['what'], string> = {
  chosen: 'Paper chosen',
  downloaded: 'Application downloaded',
  reminded: 'Reminder emailed',
  missing: 'Overdue, passed to staff',
  received: 'Package received',
  approved: 'Package approved',
  rejected: 'Package rejected',
  switched: 'Switched to e-signature',
  canceled: 'Application canceled',
};

const tones: Partial<Record<Event['what'], Moment['tone']>> = { approved: 'ok', rejected: 'bad' };

/** The paper packages of an application and what was decided about each, newest first. */
export function PackageHistory({ events, timeZone }: { events: readonly Event[]; timeZone: string }) {
  return (
    <Card title="History">
      <Timeline
        moments={events.map((event) => ({
          key: `${event.what} ${event.dts.toISOString()}`,
          title: event.by ? `${titles[event.what]} by ${event.by}` : titles[event.what],
          at: event.dts,
          when: formatDateTime(event.dts, timeZone),
          note: noteOf(event),
          tone: tones[event.what],
        }))}
      />
    </Card>
  );
}

function noteOf({ what, way, pages, signatures_detected: signed, reason }: Event): string | null {
  if (what === 'received' && way) {
    return `${packageWays[way]}. ${formatCount(pages ?? 0, 'page')}, signature detected in ${formatCount(signed ?? 0, 'box', 'boxes')}.`;
  }
  return reason ? `“${reason}”` : null;
}
