import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getRemoved } from '#modules/network/index.ts';
import { formatDate } from '#modules/platform/browser.ts';
import { Banner, DialogBody, DialogFoot, Facts, RouteDialog } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { History } from './history.tsx';

export const meta = titled('Details');

export function loader(args: LoaderFunctionArgs) {
  return perform(args, getRemoved, { connectionid: args.params.connectionid ?? '' });
}

/** A person whom the network removed: by whom, until when this is shown, and what happened before (D101). */
export default function RemovedDetails() {
  const { connection, historyrecords } = useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  return (
    <RouteDialog title={connection.fullname}>
      <DialogBody>
        <Banner tone="warn">
          Removed from your network. You no longer see this person’s score, contact, or ShieldID.
        </Banner>
        <Facts
          facts={[
            ['Removed on', formatDate(connection.removed_dts, timeZone)],
            ['Removed by', connection.removed_by],
            ['Listed until', formatDate(connection.listed_until, timeZone)],
          ]}
        />
        <h2>History</h2>
        <History records={historyrecords} />
      </DialogBody>
      <DialogFoot cancel="Close" />
    </RouteDialog>
  );
}
