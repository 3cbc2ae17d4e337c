import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { readIdentityRecord } from '#modules/applications/index.ts';
import { formatDateTime } from '#modules/platform/browser.ts';
import { Banner, DialogBody, DialogFoot, List, ListRow, RouteDialog } from '../../components/index.ts';
import { attempt, errorPage, leadsNowhere } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';

export const meta = titled('Identity records');

export async function loader(args: LoaderFunctionArgs) {
  const answer = await attempt(args, readIdentityRecord, { userid: args.params.userid ?? '' });
  if (answer.ok) return { records: answer.output.records, silent: null };
  if (leadsNowhere(answer.code)) throw errorPage(answer.refusal);
  return { records: [], silent: answer.refusal.text };
}

/** What the agencies currently have on record for a person's identity (D47). */
export default function UserIdentityRecord() {
  const { records, silent } = useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  return (
    <RouteDialog title="Identity records">
      <DialogBody>
        {silent ? (
          <Banner tone="warn">{silent}</Banner>
        ) : (
          <p className="muted">What the agencies answered just now. None of it is kept here.</p>
        )}
        {records.length > 0 ? (
          <List>
            {records.map(({ provider, profilenumber, checked_dts, result }) => (
              <ListRow
                key={`${provider} ${profilenumber} ${checked_dts.toISOString()}`}
                title={result}
                note={`${provider}, profile ${profilenumber}`}
              >
                <time className="small faint" dateTime={checked_dts.toISOString()}>
                  {formatDateTime(checked_dts, timeZone)}
                </time>
              </ListRow>
            ))}
          </List>
        ) : silent ? null : (
          <p>No agency has a record of this person.</p>
        )}
      </DialogBody>
      <DialogFoot cancel="Close" />
    </RouteDialog>
  );
}
