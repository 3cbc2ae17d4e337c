import { Form } from '@remix-run/react';
import { networkLimits } from '#modules/network/limits.ts';
import { DAY } from '#modules/platform/browser.ts';
import { KeptQuery } from '../../components/grid/filters.tsx';
import { withQuery } from '../../components/grid/page.ts';
import { Button, Segment } from '../../components/index.ts';

interface RangeFormProps {
  fromdate: string;
  todate: string;
  today: string;
  search: string;
}

/** How many days before today each of the usual ranges begins. */
const usual = [7, networkLimits['alerts.first-range-days'], 90];

const daysBefore = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) - days * DAY).toISOString().slice(0, 10);

/** The date range of charts and feed: the usual ranges as links, and any other as a form. */
export function RangeForm({ fromdate, todate, today, search }: RangeFormProps) {
  return (
    <div className="range">
      <Segment
        label="Usual ranges"
        items={usual.map((days) => ({
          label: `${days} days`,
          to: withQuery(search, { fromdate: daysBefore(today, days), todate: null }),
          current: todate === today && fromdate === daysBefore(today, days),
        }))}
      />
      <Form method="get" className="range-dates" preventScrollReset aria-label="Dates">
        <KeptQuery search={search} without={['fromdate', 'todate']} />
        <input
          className="input input-small"
          type="date"
          name="fromdate"
          aria-label="From"
          defaultValue={fromdate}
          key={`from ${fromdate}`}
          max={today}
          required
        />
        <span>to</span>
        <input
          className="input input-small"
          type="date"
          name="todate"
          aria-label="To"
          defaultValue={todate}
          key={`to ${todate}`}
          max={today}
          required
        />
        <Button type="submit" size="small">
          Show
        </Button>
      </Form>
    </div>
  );
}
