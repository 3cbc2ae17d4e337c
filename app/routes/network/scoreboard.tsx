import { Link } from '@remix-run/react';
import { formFor, type Grade, grades } from '#modules/platform/browser.ts';
import { Card, GradeBadge } from '../../components/index.ts';

interface ScoreBoardProps {
  counts: Readonly<Record<Grade, number>>;
  total: number;
}

/** How many people have each score, and their share of all people (doc1 §2). Each count links to these people. */
export function ScoreBoard({ counts, total }: ScoreBoardProps) {
  const shares = grades.map((grade) => `${grade} ${counts[grade]}`).join(', ');
  return (
    <Card title="ScoreBoard" padded={false}>
      <div className="scoreboard">
        <ul>
          {grades.map((grade) => (
            <li key={grade}>
              <GradeBadge grade={grade} />
              <Link to={`?${new URLSearchParams({ score: grade })}`}>
                <b>{counts[grade].toLocaleString('en-US')}</b>
                <span className="sr">
                  {' '}
                  {formFor(counts[grade], 'person', 'people')} with {grade}
                </span>
              </Link>
              <span>{total === 0 ? '0' : Math.round((100 * counts[grade]) / total)}%</span>
            </li>
          ))}
          <li>
            <span className="all-users">Total</span>
            <b>{total.toLocaleString('en-US')}</b>
            <span>{formFor(total, 'user')}</span>
          </li>
        </ul>
        {total > 0 ? (
          <svg
            className="spread"
            viewBox="0 0 100 4"
            preserveAspectRatio="none"
            role="img"
            aria-label={`Share of each grade: ${shares}`}
          >
            {bars(counts, total).map(({ grade, x, width }) => (
              <rect key={grade} data-grade={grade} x={x} width={width} height="4" />
            ))}
          </svg>
        ) : null}
      </div>
    </Card>
  );
}

/** Where the bar of each grade begins and how wide it is, in percent. */
function bars(counts: Readonly<Record<Grade, number>>, total: number) {
  let x = 0;
  return grades
    .filter((grade) => counts[grade] > 0)
    .map((grade) => {
      const width = (100 * counts[grade]) / total;
      const bar = { grade, x, width };
      x += width;
      return bar;
    });
}
