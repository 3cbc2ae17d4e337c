import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { statusLook } from '#modules/network/forms.ts';
import { getConnection } from '#modules/network/index.ts';
import { formatDate, formatDateTime } from '#modules/platform/browser.ts';
import {
  DialogBody,
  DialogFoot,
  Email,
  Facts,
  GradeBadge,
  List,
  ListRow,
  RouteDialog,
  ShieldId,
  StatusProgress,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';

export const meta = titled('Details');

export function loader(args: LoaderFunctionArgs) {
  return perform(args, getConnection, { connectionid: args.params.connectionid ?? '' });
}

/** One connection: what is shared, its status and its history. */
export default function Details() {
  const { connection, historyrecords } = useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  const none = <span className="faint">Not shared</span>;
  return (
    <RouteDialog title={connection.fullname || connection.emailaddress || 'Name not shared yet'} wide>
      <DialogBody>
        <StatusProgress {...statusLook(connection.connectionstatus, connection)} />
        <Facts
          facts={[
            ...(connection.package_descrip ? [['Requested check', connection.package_descrip] as const] : []),
            ['Business', connection.businessname || none],
            ['Email', connection.emailaddress ? <Email key="email" value={connection.emailaddress} /> : none],
            ['ShieldID', connection.abcnumber ? <ShieldId key="id" value={connection.abcnumber} /> : none],
            [
              'Score',
              connection.currenticstatus ? (
                <GradeBadge
                  key="grade"
                  grade={connection.currenticstatus}
                  expired={connection.connectionstatus === 'EXPIRED'}
                />
              ) : (
                none
              ),
            ],
            ['Expires', connection.expiration_date ? formatDate(connection.expiration_date) : none],
            ['Full report', connection.reportshared ? 'Shared' : none],
          ]}
        />
        <h2>History</h2>
        <List label="History">
          {historyrecords.map((record) => (
            <ListRow key={record.id} title={record.label}>
              <time className="small faint" dateTime={new Date(record.date).toISOString()}>
                {formatDateTime(record.date, timeZone)}
              </time>
            </ListRow>
          ))}
        </List>
      </DialogBody>
      <DialogFoot cancel="Close" />
    </RouteDialog>
  );
}
