import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { alertLabels } from '#modules/network/fields.ts';
import { getAlertProfile } from '#modules/network/index.ts';
import { formatDateTime } from '#modules/platform/browser.ts';
import {
  DialogBody,
  DialogFoot,
  Email,
  Facts,
  GradeBadge,
  RouteDialog,
  ShieldId,
  Timeline,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { alertLooks } from './alert-words.ts';
import { endOf, hadExpired, Shift } from './feed.tsx';

export const meta = titled('Alert history');

function whenItEnds(alert: Parameters<typeof endOf>[0], date: string): string {
  const end = endOf(alert, date);
  return hadExpired(alert, date) ? end : `Expires ${end}`;
}

export async function loader(args: LoaderFunctionArgs) {
  const { profile } = await perform(args, getAlertProfile, { userid: args.params.userid ?? '' });
  return { profile, now: args.context.portal.clock.now() };
}

/** The person of an alert, and all other alerts about that person. */
export default function AlertHistory() {
  const { profile, now } = useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  const none = <span className="faint">Not shown</span>;
  return (
    <RouteDialog title={profile.userfullname}>
      <DialogBody>
        <Facts
          facts={[
            ['Business', profile.usercompanyname || <span className="faint">Not provided</span>],
            ['Email', profile.useremail ? <Email key="email" value={profile.useremail} /> : none],
            ['ShieldID', profile.shieldid ? <ShieldId key="id" value={profile.shieldid} /> : none],
            [
              'Score',
              profile.currenticscore ? <GradeBadge key="score" grade={profile.currenticscore} /> : none,
            ],
            [
              'Expires',
              profile.expirationdate
                ? endOf({ alerttype: 'new', alertdate: now }, profile.expirationdate)
                : none,
            ],
          ]}
        />
        <h2>Alert history</h2>
        <Timeline
          moments={profile.alerthistory.map((alert) => ({
            key: alert.id,
            title: alertLabels[alert.alerttype],
            when: formatDateTime(alert.alertdate, timeZone),
            at: alert.alertdate,
            tone: alertLooks[alert.alerttype].outcome,
            note:
              alert.currenticscore === null ? null : (
                <>
                  <Shift previous={alert.previousicscore} current={alert.currenticscore} />
                  {alert.expirationdate ? ` ${whenItEnds(alert, alert.expirationdate)}` : null}
                </>
              ),
          }))}
        />
      </DialogBody>
      <DialogFoot cancel="Close History" />
    </RouteDialog>
  );
}
