import { alertLabels, alertTypes } from '#modules/network/fields.ts';
import type { chartAlerts } from '#modules/network/index.ts';
import { formatDate, formFor } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { Badge, Card, Donut, StackedBars } from '../../components/index.ts';
import { alertLooks } from './alert-words.ts';

type Charts = OutputOf<typeof chartAlerts>;

/** The maximum number of labels that fit under the bars. */
const LABELS = 7;

const barNotes = {
  week: 'Each bar is one week, labeled with its first day.',
  month: 'Each bar is one month.',
  year: 'Each bar is one year.',
} as const;

/** What a bar is called in the table and under the chart. @param date MM/DD/YYYY */
function labelsOf(date: string, bar: Charts['bar']): { label: string; short: string } {
  const [month, , year = ''] = date.split('/');
  if (bar === 'year') return { label: year, short: year };
  if (bar === 'month') return { label: `${month}/${year}`, short: `${month}/${year}` };
  return { label: date, short: date.slice(0, 5) };
}

/** Charts of who is compliant and of what happened, each with a table of its numbers. */
export function AlertCharts({ charts }: { charts: Charts }) {
  const { bars, bar, types } = charts;
  const total = Object.values(types).reduce((sum, count) => sum + count, 0);
  const kinds = alertTypes.map((type) => ({ label: alertLabels[type], tone: alertLooks[type].tone }));
  return (
    <>
      <div className="cols">
        <Compliance {...charts.compliance} />
        <Card title="Alerts by type" padded={false}>
          <Donut
            unit="Alerts"
            by="Alert"
            middle={total.toLocaleString('en-US')}
            note={formFor(total, 'alert')}
            parts={kinds.map(({ label, tone }, at) => ({
              label,
              tone,
              value: types[alertTypes[at] ?? 'new'],
            }))}
          />
        </Card>
      </div>
      <Card title="Alerts by date" padded={false} {...(bar === 'day' ? {} : { note: barNotes[bar] })}>
        <StackedBars
          label="Alerts by date"
          by="Date"
          kinds={kinds}
          bars={bars.map(({ date, types: counts }) => ({
            ...labelsOf(formatDate(date), bar),
            values: alertTypes.map((type) => counts[type]),
          }))}
          every={Math.ceil(bars.length / LABELS)}
        />
      </Card>
    </>
  );
}

function Compliance({
  compliant,
  exception,
  expired,
  score,
  hidden,
  leftnetwork,
  removed,
}: Charts['compliance']) {
  const out = expired + score + hidden + leftnetwork + removed;
  const inside = compliant + exception;
  const people = inside + out;
  return (
    <Card
      title="Compliance"
      padded={false}
      aside={
        out > 0 ? (
          <Badge tone="bad" icon="alert">
            {out.toLocaleString('en-US')} out
          </Badge>
        ) : null
      }
    >
      <Donut
        unit="People"
        by="Compliance"
        // Rounded down, so that it is 100 % only if everybody is compliant.
        middle={people === 0 ? '–' : `${Math.floor((inside / people) * 100)}%`}
        note={people === 0 ? 'no one yet' : 'compliant'}
        parts={[
          { label: 'In compliance', tone: 'ok', value: compliant },
          ...(exception > 0 ? [{ label: 'In by exception', tone: 'new' as const, value: exception }] : []),
          { label: 'Out, expired', tone: 'expired', value: expired },
          { label: 'Out, score', tone: 'soon', value: score },
          { label: 'Out, no score shown', tone: 'change', value: hidden },
          { label: 'Out, left', tone: 'left', value: leftnetwork },
          ...(removed > 0 ? [{ label: 'Out, removed', tone: 'removed' as const, value: removed }] : []),
        ]}
      />
    </Card>
  );
}
