import type { ReactNode } from 'react';
import { BULK_PREVIEW_COLUMNS } from '#modules/network/limits.ts';
import { formatCount } from '#modules/platform/browser.ts';
import { Card, Icon } from '../../components/index.ts';
import type { BulkPage } from './bulk-words.ts';

const most = BULK_PREVIEW_COLUMNS;

/** The first rows of the file as they were read, with the columns that are used in color. */
export function Preview({ page: { columns, preview } }: { page: BulkPage }) {
  const shown = columns.slice(0, most);
  const title = `First ${formatCount(preview.length, 'row')}`;
  const bad = preview.filter(({ reason }) => reason !== null);
  return (
    <Card
      title={title}
      aside={
        <span className="small faint">
          {columns.length > most
            ? `First ${most} of ${columns.length} columns.`
            : `All ${formatCount(columns.length, 'column')}.`}{' '}
          Colored: used.
        </span>
      }
      padded={false}
    >
      <Cells
        label={`${title} and ${formatCount(shown.length, 'column')}`}
        heads={shown.map(({ header, kind, label }) => ({
          header,
          used: kind === 'ignored' ? null : label,
        }))}
        rows={preview.map(({ number, cells, reason }) => ({ number, cells, isBad: reason !== null }))}
      />
      {bad.map(({ number, reason }) => (
        <p key={number} className="foot-note inline-svg">
          <Icon name="stop" />
          <span>
            Row {number} can’t be invited. {reason}.
          </span>
        </p>
      ))}
    </Card>
  );
}

interface CellsProps {
  /** Names the table, which scrolls sideways. */
  label: string;
  heads: readonly { header: string; used: string | null }[];
  rows: readonly { number: number; cells: readonly string[]; isBad?: boolean }[];
}

/** Rows of a file with their numbers. */
export function Cells({ label, heads, rows }: CellsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className="scroll-x cells-frame" aria-label={label} tabIndex={0}>
      <table className="cells">
        <caption className="sr">{label}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">Row</span>
            </th>
            {heads.map(({ header, used }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns can have the same header
              <th key={at} scope="col" className={used === null ? undefined : 'used'}>
                {used === null ? null : <b>{used}</b>}
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ number, cells, isBad }) => (
            <tr key={number} className={isBad ? 'is-bad' : undefined}>
              <th scope="row">{number}</th>
              {heads.map((_, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change their order
                <Cell key={at}>{cells[at] ?? ''}</Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const Cell = ({ children }: { children: ReactNode }) => <td>{children}</td>;
