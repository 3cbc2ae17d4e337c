import { adverseEvidenceLabels, adverseStateLabels } from '#modules/network/statuses.ts';
import { Badge, Card, DateAboveTime, gridColumns, LinkButton, RecordTable } from '../../components/index.ts';
import { type Case, stateTones } from './adverse-words.ts';

export function StateBadge({ state }: { state: Case['state'] }) {
  const tone = stateTones[state];
  return <Badge {...(tone ? { tone } : {})}>{adverseStateLabels[state]}</Badge>;
}

/** The days of the wait: those that passed, today, and those that are left. */
export function DayBar({ clock, state }: Pick<Case, 'clock' | 'state'>) {
  if (!clock || !['waiting', 'paused', 'ready'].includes(state)) return null;
  const days = Array.from({ length: clock.total }, (_, at) => at + 1);
  return (
    <ol className="daybar" aria-label={`Waiting period, ${clock.total} days`}>
      {days.map((day) => {
        const isPast = day <= clock.passed;
        const isNow = day === clock.passed + 1 && state === 'waiting';
        return (
          <li
            key={day}
            className={isPast ? 'past' : state === 'paused' ? 'held' : undefined}
            aria-current={isNow ? 'date' : undefined}
          >
            {day}
          </li>
        );
      })}
    </ol>
  );
}

/** A notice as the person gets it. */
export function Letter({ content }: { content: Case['notices'][number]['content'] }) {
  return (
    <div className="letter">
      <p>
        <b>{content.title}</b>
        <br />
        <span className="small muted">
          From {content.from} to {content.to}
        </span>
      </p>
      {content.sections.map(({ title, paragraphs, items }) => (
        <div key={title} className="stack stack-8">
          {title ? <b>{title}</b> : null}
          {paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
          {items.length > 0 ? (
            <ul>
              {items.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          ) : null}
        </div>
      ))}
    </div>
  );
}

const column = gridColumns<Case['evidence'][number]>();

const columns = column.columns([
  column.accessor('kind', {
    id: 'what',
    header: 'What',
    meta: { slot: 'top' },
    cell: ({ row: { original } }) => (
      <>
        <b>{adverseEvidenceLabels[original.kind]}</b>
        {original.note ? <div className="small muted anywhere">{original.note}</div> : null}
      </>
    ),
  }),
  column.accessor('at', {
    id: 'when',
    header: 'When',
    cell: ({ getValue, table }) => <DateAboveTime at={getValue()} timeZone={table.options.meta?.timeZone} />,
  }),
  column.accessor('who', {
    id: 'who',
    header: 'Who',
    cell: ({ getValue }) => getValue() || <span className="faint">Automatic</span>,
  }),
]);

/** @param at the address of the case; null for a reader who gets no file of it */
export function Evidence({
  evidence,
  timeZone,
  at,
}: Pick<Case, 'evidence'> & { timeZone: string; at: string | null }) {
  const files = at ? (
    <>
      <LinkButton size="small" icon="download" to={`${at}/evidence/pdf`} reloadDocument>
        Case as PDF
      </LinkButton>
      <LinkButton size="small" icon="download" to={`${at}/evidence/json`} reloadDocument>
        JSON
      </LinkButton>
    </>
  ) : null;
  return (
    <Card title="Evidence" note="Kept for 5 years. Nothing here can be changed." aside={files} padded={false}>
      <div className="evidence">
        <RecordTable
          label="Evidence"
          rows={evidence}
          rowId={(entry) => String(entry.position)}
          columns={columns}
          context={{ timeZone, now: new Date(0) }}
        />
      </div>
    </Card>
  );
}
