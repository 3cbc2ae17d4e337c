import { formatCount } from '#modules/platform/browser.ts';

export type ChangedLines = readonly ({ kind: 'kept' | 'added' | 'removed'; text: string } | null)[];

/** What publishing would change, line by line. Changes are marked by a sign and a word, not only by color. */
export function DraftChanges({ version, changes }: { version: number; changes: ChangedLines }) {
  const count = (kind: string) => changes.filter((line) => line?.kind === kind).length;
  const [added, removed] = [count('added'), count('removed')];
  return (
    <section className="changes" aria-labelledby="changes">
      <div className="changes-head">
        <h3 id="changes">Changes from version {version}</h3>
        {added + removed > 0 ? (
          <p className="small muted">
            {formatCount(added, 'line')} added, {formatCount(removed, 'line')} removed
          </p>
        ) : null}
      </div>
      {added + removed > 0 ? (
        <ul className="changes-list">
          {changes.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: several lines can be the same, and they never move
            <li key={at} className={line ? `changes-${line.kind}` : 'changes-gap'}>
              <Line line={line} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="small muted">The wording is the same. Only the formatting differs.</p>
      )}
    </section>
  );
}

function Line({ line }: { line: ChangedLines[number] }) {
  if (line === null) return <span className="muted">Unchanged lines</span>;
  if (line.kind === 'kept') return <span>{line.text}</span>;
  const isAdded = line.kind === 'added';
  const Tag = isAdded ? 'ins' : 'del';
  return (
    <>
      <span className="changes-sign" aria-hidden="true">
        {isAdded ? '+' : '−'}
      </span>
      <span className="sr">{isAdded ? 'Added: ' : 'Removed: '}</span>
      <Tag>{line.text}</Tag>
    </>
  );
}
