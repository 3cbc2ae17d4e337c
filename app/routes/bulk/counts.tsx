import { Link } from '@remix-run/react';
import { formatCount, formFor } from '#modules/platform/browser.ts';
import { type Counted, counted, groupsOf } from './bulk-words.ts';

type Group = Counted['group'];

const groups: readonly Group[] = ['sent', 'skipped', 'bad'];

/** How a group of one or several rows is called before and after the sending. */
const legends: Record<'checked' | 'sent', Record<Group, readonly [one: string, several: string]>> = {
  checked: {
    sent: ['gets an invitation', 'get an invitation'],
    skipped: ['left out', 'left out'],
    bad: ['can’t be invited', 'can’t be invited'],
  },
  sent: {
    sent: ['sent', 'sent'],
    skipped: ['left out', 'left out'],
    bad: ['could not be invited', 'could not be invited'],
  },
};

interface BarProps {
  counts: readonly Counted[];
  of: 'checked' | 'sent';
}

/** How many rows are in each of the three groups, as one bar with its legend. */
export function CountBar({ counts, of }: BarProps) {
  const sums = groupsOf(counts);
  const total = Math.max(1, sums.sent + sums.skipped + sums.bad);
  const filled = groups.filter((group) => sums[group] > 0);
  let start = 0;
  return (
    <>
      <svg
        className="count-bar"
        viewBox="0 0 1000 14"
        preserveAspectRatio="none"
        role="img"
        aria-label={groups.map((group) => formatCount(sums[group], ...legends[of][group])).join(', ')}
      >
        {filled.map((group, at) => {
          const width = (1000 * sums[group]) / total;
          const x = start;
          start += width;
          return (
            <rect
              key={group}
              className={`rows-${group}`}
              x={x}
              width={Math.max(3, width - (at < filled.length - 1 ? 2 : 0))}
              height="14"
            />
          );
        })}
      </svg>
      <p className="count-key">
        {groups.map((group) => (
          <span key={group} className={`rows-${group}`}>
            <b>{counted(sums[group])}</b> {formFor(sums[group], ...legends[of][group])}
          </span>
        ))}
      </p>
    </>
  );
}

/** What one row and several of them do. */
const titles: Record<'checked' | 'sent', Record<Group, readonly [one: string, several: string]>> = {
  checked: {
    sent: ['gets an invitation', 'get an invitation'],
    skipped: ['is left out', 'are left out'],
    bad: ['can’t be invited', 'can’t be invited'],
  },
  sent: {
    sent: ['got an invitation', 'got an invitation'],
    skipped: ['was left out', 'were left out'],
    bad: ['could not be invited', 'could not be invited'],
  },
};

const notes: Partial<Record<Counted['outcome'], string>> = {
  'in-progress': 'They can accept now; you see the score when it is done.',
  ignored: 'Contact them yourself. We don’t invite them a second time.',
};

/** Counts that are shown even if they are zero: those of the documents (doc3 §7). */
const always: readonly Counted['outcome'][] = [
  'new',
  'existing',
  'in-progress',
  'in-network',
  'invited',
  'ignored',
  'suppressed',
];

interface CountListProps extends BarProps {
  /** The address of the page of the file; without it, counts are no links. */
  rows: string | null;
}

/** All counts in their groups. Each opens its rows. */
export function CountList({ counts, of, rows }: CountListProps) {
  const sums = groupsOf(counts);
  return (
    <div className="nine">
      {groups.map((group) => (
        <div key={group} className="nine-group">
          <h3>
            <b>{counted(sums[group])}</b>
            {titles[of][group][sums[group] === 1 ? 0 : 1]}
          </h3>
          <ul>
            {counts
              .filter((each) => each.group === group && (each.count > 0 || always.includes(each.outcome)))
              .map(({ outcome, label, count }) => (
                <li key={outcome} className={count === 0 ? 'zero' : undefined}>
                  <b>{counted(count)}</b>
                  <span>
                    {rows !== null && count > 0 ? <Link to={`${rows}/rows/${outcome}`}>{label}</Link> : label}
                    {notes[outcome] && count > 0 ? <small>{notes[outcome]}</small> : null}
                  </span>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
