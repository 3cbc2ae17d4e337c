import { Link, useParams } from '@remix-run/react';
import { useContext } from 'react';
import { bulkColumnsFields, type ColumnKind, columnKinds, columnLabels } from '#modules/network/fields.ts';
import { formatCount } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { FieldError } from '../../components/form/field.tsx';
import { useField } from '../../components/form/state.ts';
import { Card, Form, FormContext, Icon, LinkButton, SubmitButton, Switch } from '../../components/index.ts';
import { bulkAddress } from './addresses.ts';
import { bulkIntents } from './bulk-intents.ts';
import { type BulkPage, fileWords } from './bulk-words.ts';

const fields = bind(bulkColumnsFields);

const guesses = {
  remembered: 'As you chose before',
  name: 'Guessed by its name',
  values: 'Guessed by its values',
} as const;

interface ColumnsFormProps {
  page: BulkPage;
  /** Shows the columns without values as well. */
  showsEmpty: boolean;
  result: unknown;
}

/** Says which column is which; the answer is the dry run. */
export function ColumnsForm({ page, showsEmpty, result }: ColumnsFormProps) {
  const { bulk, columns } = page;
  const base = bulkAddress(useParams());
  return (
    <Form
      id="columns"
      intent={bulkIntents.check}
      result={result}
      defaults={{
        includes_header: bulk.includes_header,
        columns: columns.map(({ kind }) => kind),
        purchase_coupon: page.purchase_coupon ?? '',
      }}
      idOf={(name) => (name === 'columns' ? 'columns-columns' : undefined)}
      className="stack stack-24"
    >
      <Card
        title="Which column is which?"
        aside={<FileFacts page={page} />}
        padded={false}
        foot={
          <>
            <LinkButton to={base}>Other file</LinkButton>
            <SubmitButton className="push" pending="Checking the rows">
              Check the rows
            </SubmitButton>
          </>
        }
      >
        <div className="card-body">
          <Switch
            field={fields.includes_header}
            note="If off, the columns are called Column 1, Column 2 and so on."
          />
        </div>
        <input type="hidden" name={fields.purchase_coupon.name} value={page.purchase_coupon ?? ''} />
        <ColumnTable columns={columns} showsEmpty={showsEmpty} mayCoupon={page.coupons.length > 0} />
      </Card>
    </Form>
  );
}

export function FileFacts({ page: { bulk } }: { page: BulkPage }) {
  const address = `${bulkAddress(useParams())}/${bulk.id}`;
  return (
    <span className="small muted">
      <b className="anywhere">{bulk.file_name}</b> {fileWords(bulk)}{' '}
      <Link to={`${address}/delete`} preventScrollReset>
        Delete
      </Link>
    </span>
  );
}

interface ColumnTableProps {
  columns: BulkPage['columns'];
  showsEmpty: boolean;
  mayCoupon: boolean;
}

function ColumnTable({ columns, showsEmpty, mayCoupon }: ColumnTableProps) {
  const { values, error, errorId } = useField('columns');
  const version = useContext(FormContext)?.version;
  const kindOf = (at: number) => (values[at] ?? 'ignored') as ColumnKind;
  const isHidden = (at: number) => !showsEmpty && columns[at]?.empty && kindOf(at) === 'ignored';
  const hidden = columns.filter((_, at) => isHidden(at)).length;
  // The error is shown at the first column that may still be mapped.
  const first = columns.findIndex((_, at) => !isHidden(at) && kindOf(at) === 'ignored');
  const wrong = Math.max(first, 0);
  return (
    <>
      <table className="mapping">
        <caption className="sr">Columns of the file</caption>
        <thead>
          <tr>
            <th scope="col">In your file</th>
            <th scope="col">First values</th>
            <th scope="col">Is</th>
            <th scope="col">
              <span className="sr">Why</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column, at) => {
            const key = `${version}-${at}`;
            if (isHidden(at)) {
              return (
                <tr key={key} hidden>
                  <td>
                    <input type="hidden" name="columns" value={kindOf(at)} />
                  </td>
                </tr>
              );
            }
            const used = kindOf(at) !== 'ignored';
            const isWrong = error !== undefined && at === wrong;
            return (
              <tr key={key}>
                <th scope="row" className={used ? 'anywhere' : 'anywhere unused'}>
                  {column.header}
                </th>
                <td className="sample anywhere">{column.samples.join(', ')}</td>
                <td>
                  <select
                    className="select"
                    id={at === wrong ? 'columns-columns' : undefined}
                    name="columns"
                    defaultValue={kindOf(at)}
                    aria-label={`${column.header} is`}
                    aria-invalid={isWrong || undefined}
                    aria-describedby={isWrong ? errorId : undefined}
                  >
                    {columnKinds
                      .filter((kind) => kind !== 'coupon' || mayCoupon || kindOf(at) === 'coupon')
                      .map((kind) => (
                        <option key={kind} value={kind}>
                          {columnLabels[kind]}
                        </option>
                      ))}
                  </select>
                  {isWrong ? <FieldError id={errorId} error={error} corrected={undefined} /> : null}
                </td>
                <td className="small">
                  <Why column={column} kind={kindOf(at)} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {hidden > 0 ? (
        <p className="foot-note">
          {formatCount(hidden, 'more column is', 'more columns are')} empty in the first rows and left out.{' '}
          <Link to="?columns&empty" preventScrollReset>
            Show {hidden === 1 ? 'it' : 'them'}
          </Link>
        </p>
      ) : null}
    </>
  );
}

function Why({ column, kind }: { column: BulkPage['columns'][number]; kind: ColumnKind }) {
  if (kind === 'ignored') return <span className="faint">Not used</span>;
  if (column.guessed === null || column.kind !== kind) return null;
  return (
    <span className="guessed">
      <Icon name="check" />
      {guesses[column.guessed]}
    </span>
  );
}
