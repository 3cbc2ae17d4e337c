import type { ReactNode } from 'react';

interface RecordTableProps<Row> {
  label: string;
  rows: Row[];
  rowId: (row: Row) => string;
  /** The first column heads the card that a row becomes on a phone. */
  columns: readonly (readonly [head: string, cell: (row: Row) => ReactNode])[];
}

/** Said aloud, because rows that are flex boxes on a phone lose the roles of their elements. */
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
};

/** The few rows of one record: all of them, in one order, without paging. */
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
