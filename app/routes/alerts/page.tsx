import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import {
  alertGrid,
  chartAlerts,
  listAlerts,
  saveAlertConfig,
  startAlertExport,
  updateAlertCount,
} from '#modules/network/index.ts';
import { networkTimings } from '#modules/network/limits.ts';
import { formatDate, SECOND } from '#modules/platform/browser.ts';
import { LinkButton, Page, PollingRefresh } from '../../components/index.ts';
import { isAllowed, perform } from '../../door.server.ts';
import { gridPage } from '../../grid.server.ts';
import { isOwnStep } from '../../own-step.server.ts';
import { titled } from '../../title.ts';
import { AlertCharts } from './charts.tsx';
import { ActivityFeed } from './feed.tsx';
import { askedRange } from './range.server.ts';
import { RangeForm } from './range-form.tsx';

/** Seconds. */
const refresh = networkTimings['alerts.refresh'] / SECOND;

export const meta = titled('Alerts & Notifications');

/** Opening the page marks its alerts as read. Polling and requests from other sites do not. */
export async function loader(args: LoaderFunctionArgs) {
  const range = askedRange(args.request);
  const [page, charts] = await Promise.all([
    gridPage(args, alertGrid, async (asked) => {
      const { alerts, ...found } = await perform(args, listAlerts, { ...asked, ...range });
      return { rows: alerts, ...found };
    }),
    perform(args, chartAlerts, range),
  ]);
  if (isOwnStep(args.request) && !args.context.visit.polling) await perform(args, updateAlertCount, {});
  return {
    page,
    charts,
    mayExport: await isAllowed(args, startAlertExport),
    mayConfigure: await isAllowed(args, saveAlertConfig),
  };
}

export default function Alerts() {
  const { page, charts, mayExport, mayConfigure } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const { fromdate, todate, today, time_zone: timeZone } = page;
  return (
    <Page
      title="Alerts & Notifications"
      lead={`${formatDate(fromdate)} to ${formatDate(todate)}. Updates every ${refresh / 60} minutes.`}
      actions={
        <>
          {mayExport && page.total > 0 ? (
            <LinkButton to={`/user/alerts.csv${search}`} icon="download" reloadDocument>
              Export as CSV
            </LinkButton>
          ) : null}
          {mayConfigure ? (
            <>
              <LinkButton to="/user/alerts/rule" icon="flag">
                Compliance rule
              </LinkButton>
              <LinkButton to="/user/alerts/settings" icon="bell">
                Subscribe
              </LinkButton>
            </>
          ) : null}
        </>
      }
    >
      <PollingRefresh seconds={refresh} />
      <RangeForm fromdate={fromdate} todate={todate} today={today} search={search} />
      <AlertCharts charts={charts} />
      <h2>Network Activity Feed</h2>
      <ActivityFeed page={page} context={{ timeZone, now: new Date(today) }} search={search} />
    </Page>
  );
}
