import type { ReactNode } from 'react';

interface RecordTableProps<Row> {
  label: string;
  rows: Row[];
  rowId: (row: Row) => string;
  /** On a phone, each row becomes a card titled by the first column. */
  columns: readonly (readonly [head: string, cell: (row: Row) => ReactNode])[];
}

/** Explicit roles, because rows with display:flex (on a phone) lose their implicit ones. */
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
};

/** The rows of one record, all on one page and in fixed order. */
export function RecordTable<Row>({ label, rows, rowId, columns }: RecordTableProps<Row>) {
  return (
    <table className="data data-staff data-flow" {...roles.table}>
      <caption className="sr">{label}</caption>
      <thead {...roles.group}>
        <tr {...roles.row}>
          {columns.map(([head]) => (
            <th key={head} scope="col" {...roles.head}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...roles.group}>
        {rows.map((row) => (
          <tr key={rowId(row)} {...roles.row}>
            {columns.map(([head, cell], at) => (
              <td
                key={head}
                className={at === 0 ? 'at-top' : undefined}
                data-label={at === 0 ? undefined : head}
                {...roles.cell}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
