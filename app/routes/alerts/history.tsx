import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { alertLabels } from '#modules/network/fields.ts';
import { getAlertProfile } from '#modules/network/index.ts';
import { formatDate, formatDateTime } from '#modules/platform/browser.ts';
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
import { Shift } from './feed.tsx';

export const meta = titled('Alert history');

export const loader = (args: LoaderFunctionArgs) =>
  perform(args, getAlertProfile, { userid: args.params.userid ?? '' });

/** The person of an alert, and all other alerts about that person. */
export default function AlertHistory() {
  const { profile } = useLoaderData<typeof loader>();
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
                  {alert.expirationdate ? ` Expires ${formatDate(alert.expirationdate)}` : null}
                </>
              ),
          }))}
        />
      </DialogBody>
      <DialogFoot cancel="Close History" />
    </RouteDialog>
  );
}
