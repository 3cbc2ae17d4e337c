import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getOverview, getOverviewCharts, JOINED_WINDOW } from '#modules/admin/index.ts';
import { adminTimings } from '#modules/admin/limits.ts';
import { formatDuration, grades } from '#modules/platform/browser.ts';
import { Bars, Card, Columns, Donut, PageTitle, Tiles } from '../../components/index.ts';
import { titled } from '../../title.ts';
import { monthColumns } from './months.ts';
import { performFramed } from './perform-framed.server.ts';
import { Repeated } from './repeated.tsx';
import { SessionGone } from './session-gone.tsx';
import { usePolled } from './use-polled.ts';

export const meta = titled('Portal charts');

export async function loader(args: LoaderFunctionArgs) {
  const [figures, charts] = await Promise.all([
    performFramed(args, getOverview, {}),
    performFramed(args, getOverviewCharts, {}),
  ]);
  if (!(figures && charts)) return { shown: null };
  return { shown: { figures, charts, joined_window: formatDuration(JOINED_WINDOW) } };
}

const figure = (value: number) => value.toLocaleString('en-US');

/** The charts of the console's dashboard (D62, D72), from counts that the database keeps. */
export default function ConsoleCharts() {
  const every = adminTimings['dashboard.refreshed'];
  const { shown } = usePolled<typeof loader>(useLoaderData<typeof loader>(), '/admin/charts', every);
  if (!shown) return <SessionGone to="/admin" />;
  const { figures, charts, joined_window } = shown;
  const counted = new Map<string, number>(figures.by_score.map((row) => [row.score, row.people]));
  return (
    <>
      <Repeated path="/admin/charts" milliseconds={every} />
      <PageTitle className="sr">Portal charts</PageTitle>
      <Tiles
        tiles={[
          {
            label: 'Accounts',
            value: figure(figures.people),
            note: `${figure(figures.registered_lately)} joined in the last ${joined_window}`,
          },
          { label: 'Companies', value: figure(figures.companies) },
          {
            label: 'Open applications',
            value: figure(figures.open_applications),
            note: `${figure(figures.waiting_for_approval)} waiting for the person’s review`,
            to: '/admin/tools/checks',
          },
          { label: 'Valid ShieldScores', value: figure(figures.valid_scores) },
        ]}
      />
      <div className="charts">
        <Card title="Valid ShieldScores by grade" padded={false}>
          <Donut
            unit="People"
            by="ShieldScore"
            middle={figure(figures.valid_scores)}
            note="valid"
            parts={grades.map((grade) => ({ label: grade, tone: grade, value: counted.get(grade) ?? 0 }))}
          />
        </Card>
        <Card title="Expiring by month" note="The next 12 months" padded={false}>
          <Columns
            label="Scores that expire by month"
            unit="Scores"
            by="Month"
            columns={monthColumns(charts.expiring)}
          />
        </Card>
        <Card title="New accounts by month" note="The last 12 months" padded={false}>
          <Columns
            label="New accounts by month"
            unit="Accounts"
            by="Month"
            columns={monthColumns(charts.registered)}
          />
        </Card>
        <Card title="Open applications by status" padded={false}>
          {charts.open_applications.length > 0 ? (
            <Bars
              unit="Applications"
              by="Status"
              bars={charts.open_applications.map(({ status, people }) => ({ label: status, value: people }))}
            />
          ) : (
            <p className="chart muted">No open applications</p>
          )}
        </Card>
      </div>
    </>
  );
}
