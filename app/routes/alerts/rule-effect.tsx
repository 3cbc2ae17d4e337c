import { useId } from 'react';
import { ruleScores } from '#modules/network/fields.ts';
import type { tryRule } from '#modules/network/index.ts';
import { outReasonLabels } from '#modules/network/statuses.ts';
import { formatDate, type Grade, grades } from '#modules/platform/browser.ts';
import type { OutputOf } from '#modules/platform/index.ts';
import {
  Form,
  GradeBadge,
  gridColumns,
  Icon,
  LinkButton,
  PagesFoot,
  Person,
  RecordTable,
  SubmitButton,
} from '../../components/index.ts';
import { useRoot } from '../shell/use-root.ts';

export type TriedRule = OutputOf<typeof tryRule>;
type Row = TriedRule['rows'][number];

const counted = (value: number) => value.toLocaleString('en-US');

/** Whom a rule puts out, and the button that saves it. */
export function RuleEffect({ tried, result, search }: { tried: TriedRule; result: unknown; search: string }) {
  const { rule, differs, people, out, newly, rows, page, rows_a_page: size } = tried;
  const titleId = useId();
  const { timeZone } = useRoot();
  return (
    <section className="card rule-effect" aria-labelledby={titleId}>
      <div className="rule-trial">
        <h2 id={titleId}>{sayEffect(tried)}</h2>
        <Shares inside={people - out} already={out - newly} newly={newly} />
        <ol className="rule-scores" aria-label="Scores in the rule">
          {ruleScores.map((score) => (
            <li key={score} data-in={isAllowed(score, rule)}>
              <GradeBadge grade={score} />
              <span>{isAllowed(score, rule) ? 'In' : 'Out'}</span>
            </li>
          ))}
        </ol>
      </div>
      {rows.length > 0 ? (
        <RecordTable
          label="Who is out of compliance under this rule"
          rows={rows}
          rowId={(row) => row.id}
          columns={columnsFor(rule)}
          context={{ timeZone, now: new Date(0) }}
        />
      ) : null}
      {out > 0 ? (
        <PagesFoot page={page} size={size} total={out} search={search}>
          <LinkButton to={`/user/alerts/rule.csv${search}`} icon="download" size="small" reloadDocument>
            CSV
          </LinkButton>
        </PagesFoot>
      ) : null}
      {differs ? (
        <Form id="save-rule" result={result} className="card-foot">
          {Object.entries(rule).map(([name, value]) =>
            value === false ? null : (
              <input key={name} type="hidden" name={name} value={value === true ? 'on' : value} />
            ),
          )}
          <SubmitButton>Save rule</SubmitButton>
        </Form>
      ) : null}
    </section>
  );
}

function sayEffect({ differs, people, out }: TriedRule): string {
  const who = out === 0 ? 'no one' : `${counted(out)} of ${counted(people)}`;
  if (differs) return `With these rules ${who} would be out`;
  return `With your saved rules ${who} ${out > 1 ? 'are' : 'is'} out`;
}

const rank = (score: Grade) => grades.indexOf(score);

function isAllowed(score: Grade, { minscore, maxscore }: TriedRule['rule']): boolean {
  return rank(minscore) <= rank(score) && rank(score) <= rank(maxscore);
}

function Shares({ inside, already, newly }: { inside: number; already: number; newly: number }) {
  const parts = [
    { tone: 'in', value: inside, label: 'in' },
    { tone: 'already', value: already, label: 'out already' },
    { tone: 'newly', value: newly, label: 'newly out' },
  ];
  return (
    <>
      {parts.some(({ value }) => value > 0) ? (
        <svg className="rule-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
          {widths(parts.map(({ value }) => value)).map(({ from, width }, at) => (
            <rect key={parts[at]?.tone} data-share={parts[at]?.tone} x={from} width={width} height="8" />
          ))}
        </svg>
      ) : null}
      <ul className="rule-key">
        {parts.map(({ tone, value, label }) => (
          <li key={tone} data-share={tone}>
            <b>{counted(value)}</b> {label}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The place of each part of a bar of 100. */
function widths(values: readonly number[]) {
  const all = Math.max(
    1,
    values.reduce((sum, value) => sum + value, 0),
  );
  let from = 0;
  return values.map((value) => {
    const part = { from, width: (100 * value) / all };
    from += part.width;
    return part;
  });
}

const column = gridColumns<Row>();

const columnsFor = (rule: TriedRule['rule']) =>
  column.columns([
    column.accessor('lastname', {
      id: 'name',
      header: 'Person',
      meta: { slot: 'top' },
      cell: ({ row: { original } }) => (
        <Person
          firstname={original.firstname}
          lastname={original.lastname}
          note={original.businessname || null}
        />
      ),
    }),
    column.accessor('reason', {
      header: 'Why out',
      cell: ({ row: { original } }) => <Why row={original} rule={rule} />,
    }),
    column.accessor('already', {
      header: 'Compared with now',
      cell: ({ getValue }) =>
        getValue() ? (
          <span className="muted">Out already</span>
        ) : (
          <span className="rule-newly">
            <Icon name="close" /> Newly out
          </span>
        ),
    }),
    column.display({
      id: 'exception',
      header: () => <span className="sr">Actions</span>,
      meta: { slot: 'end' },
      cell: ({ row: { original } }) =>
        original.connectiontype !== 'INDIVIDUAL' ||
        original.reason === 'LEFT' ||
        original.reason === 'REMOVED' ? null : (
          <LinkButton
            to={`/user/alerts/exceptions?person=${original.id}`}
            size="small"
            aria-label={`Exception for ${original.firstname} ${original.lastname}`}
          >
            Exception
          </LinkButton>
        ),
    }),
  ]);

function Why({ row: { reason, score, expiration }, rule }: { row: Row; rule: TriedRule['rule'] }) {
  if (reason === 'EXPIRED' && expiration) return `Expired ${formatDate(expiration)}`;
  if (reason !== 'SCORE' || score === null || score === 'NA') return outReasonLabels[reason];
  const under = rank(score) > rank(rule.maxscore);
  return (
    <span className="shift">
      <GradeBadge grade={score} />
      {under ? `is under ${rule.maxscore}` : `is over ${rule.minscore}`}
    </span>
  );
}
