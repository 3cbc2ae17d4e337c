import type { getDesk } from '#modules/admin/index.ts';
import { formatReceiptAmount } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import { Card, LinkButton } from '../../../components/index.ts';

const count = (value: number) => value.toLocaleString('en-US');

const figures = [
  { name: 'registered', label: 'Registered', words: count },
  { name: 'checks', label: 'Checks bought', words: count },
  { name: 'scores', label: 'Scores ready', words: count },
  { name: 'charged', label: 'Charged', words: (cents: number) => formatReceiptAmount(cents) },
  { name: 'refunded', label: 'Refunded', words: (cents: number) => formatReceiptAmount(cents) },
] as const;

/** What has happened today, beside the same day of the week before. */
export function Volume({ volume: { today, week_before: before } }: Pick<OutputOf<typeof getDesk>, 'volume'>) {
  return (
    <Card
      title="Volume today"
      padded={false}
      aside={
        <LinkButton to="/admin/charts?alone" size="small" icon="chart">
          Charts
        </LinkButton>
      }
    >
      <ul className="strip">
        {figures.map(({ name, label, words }) => (
          <li key={name}>
            <b>{words(today[name])}</b>
            <span>{label}</span>
            <small>{words(before[name])} a week ago</small>
          </li>
        ))}
      </ul>
    </Card>
  );
}
