import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { type DashboardFigures, getDashboardFigures } from '#modules/network/index.ts';
import { statusFilters } from '#modules/network/statuses.ts';
import { formatCount, formatDateTime } from '#modules/platform/browser.ts';
import {
  Bars,
  Card,
  Columns,
  Donut,
  EmptyState,
  LinkButton,
  PageTitle,
  Tiles,
} from '../../components/index.ts';
import { titled } from '../../title.ts';
import { useRoot } from '../shell/use-root.ts';
import { monthColumns } from './months.ts';
import { performFramed } from './perform-framed.server.ts';
import { SessionGone } from './session-gone.tsx';

export const meta = titled('Network charts');

export async function loader(args: LoaderFunctionArgs) {
  const figures = await performFramed(args, getDashboardFigures, {});
  return { figures, now: args.context.portal.clock.now() };
}

const network = '/user/network';
const filtered = (status: string) => `${network}?${new URLSearchParams({ status })}`;
const figure = (value: number) => value.toLocaleString('en-US');
const percent = (part: number, whole: number) => `${whole === 0 ? 0 : Math.round((100 * part) / whole)}%`;

/** The charts of a company's dashboard (F114). */
export default function CompanyCharts() {
  const { figures, now } = useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  if (!figures) return <SessionGone to="/user/dashboard" />;
  return (
    <>
      <div className="framed-head">
        <PageTitle>{figures.company_name}</PageTitle>
        <p className="small">As of {formatDateTime(now, timeZone)}</p>
      </div>
      {figures.people === 0 ? <NobodyYet mayInvite={figures.may_invite} /> : <Charts figures={figures} />}
    </>
  );
}

function NobodyYet({ mayInvite }: { mayInvite: boolean }) {
  return (
    <Card padded={false}>
      <EmptyState
        icon="users"
        title="No people in your network yet"
        action={
          mayInvite ? (
            <LinkButton kind="primary" to={`${network}/invite`} target="_top" reloadDocument>
              Invite people
            </LinkButton>
          ) : undefined
        }
      >
        Charts appear once someone has been invited.
      </EmptyState>
    </Card>
  );
}

function Charts({ figures }: { figures: DashboardFigures }) {
  const { people, extended, valid, invitations } = figures;
  const statuses = new Map(figures.by_status.map((row) => [row.status, row.people]));
  const count = (...wanted: readonly (typeof figures.by_status)[number]['status'][]) =>
    wanted.reduce((total, status) => total + (statuses.get(status) ?? 0), 0);
  const renewing = count('INRENEWALWINDOW', 'INVITEINRENEWALWINDOW');
  const open = statusFilters
    .filter(({ value }) => value !== 'active')
    .map(({ value, label, statuses: all }) => {
      // People in the renewal window who share still have a valid score, so the filtered list counts them as active.
      const without = all.filter((status) => status !== 'INRENEWALWINDOW');
      const to = without.length === all.length ? filtered(value) : undefined;
      return { label, to, value: count(...without) };
    })
    .filter(({ value }) => value > 0);
  return (
    <>
      <Tiles
        tiles={[
          {
            label: 'People',
            value: figure(people),
            note: extended > 0 ? `${figure(extended)} through ShieldLink` : undefined,
            to: network,
          },
          { label: 'Valid scores', value: figure(valid), note: percent(valid, people) },
          {
            label: 'Renewal required',
            value: figure(renewing),
            note: `${figure(count('INRENEWALWINDOW'))} still valid`,
            to: filtered('renewal'),
          },
          {
            label: 'Expired',
            value: figure(count('EXPIRED')),
            to: filtered('expired'),
          },
        ]}
      />
      <div className="charts">
        <Card title="People by score" note="Scores that are shared with you and valid" padded={false}>
          <Donut
            unit="People"
            by="ShieldScore"
            middle={figure(valid)}
            note="valid"
            parts={figures.by_score.map(({ score, people: value }) => ({ label: score, tone: score, value }))}
          />
        </Card>
        <Card
          title="Expiring by month"
          note={
            figures.expiring_later > 0
              ? `The next 12 months. ${formatCount(figures.expiring_later, 'expires later', 'expire later')}.`
              : 'The next 12 months'
          }
          padded={false}
        >
          <Columns
            label="Scores that expire by month"
            unit="Scores"
            by="Month"
            columns={monthColumns(figures.expiring)}
          />
        </Card>
        <Card title="Invitations" note="From your invitation to a valid score" padded={false}>
          <Bars
            unit="People"
            by="Step"
            bars={[
              ['Invited', invitations.sent],
              ['Email delivered', invitations.reached],
              ['Score shared with you', invitations.completed],
              ['Score valid today', invitations.valid],
            ].map(([label, value]) => ({
              label: String(label),
              value: Number(value),
              note: percent(Number(value), invitations.sent),
            }))}
          />
        </Card>
        <TimeToComplete days={figures.days_to_complete} />
        {open.length > 0 ? (
          <Card
            className="charts-wide"
            title="Without a valid score"
            note="Where these people stand"
            padded={false}
          >
            <Bars unit="People" by="Status" bars={open} />
          </Card>
        ) : null}
      </div>
    </>
  );
}

/** The maximum number of days for each bar. */
const spans = [
  { label: 'Same day', most: 0 },
  { label: '1 to 3 days', most: 3 },
  { label: '4 to 7 days', most: 7 },
  { label: '8 to 14 days', most: 14 },
  { label: '15 to 30 days', most: 30 },
  { label: 'More than 30 days', most: Number.POSITIVE_INFINITY },
] as const;

function TimeToComplete({ days }: { days: DashboardFigures['days_to_complete'] }) {
  const total = days.reduce((sum, row) => sum + row.people, 0);
  const bars = spans.map(({ label, most }, at) => {
    const least = spans[at - 1]?.most ?? -1;
    const value = days
      .filter((row) => row.days > least && row.days <= most)
      .reduce((sum, row) => sum + row.people, 0);
    return { label, value, note: percent(value, total) };
  });
  return (
    <Card title="Time to complete" note={medianWords(days, total)} padded={false}>
      {total > 0 ? (
        <Bars unit="People" by="Time" bars={bars} full={total} />
      ) : (
        <EmptyState icon="clock" title="No one has completed a check yet">
          This shows how long people take from your invitation to a score.
        </EmptyState>
      )}
    </Card>
  );
}

/** The number of days within which half of the people finished. */
function medianWords(days: DashboardFigures['days_to_complete'], total: number): string {
  if (total === 0) return 'From your invitation to a score';
  let seen = 0;
  const middle = [...days]
    .sort((one, other) => one.days - other.days)
    .find((row) => {
      seen += row.people;
      return seen * 2 >= total;
    });
  const most = middle?.days ?? 0;
  if (most === 0) return 'Half of the people you invite share their score the same day.';
  return `Half of the people you invite share their score within ${formatCount(most, 'day')}.`;
}
