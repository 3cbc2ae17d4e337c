import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { ChartTable, type ChartTone } from './charts.tsx';

interface BarsProps {
  /** Heading of the counted column, such as 'People'. */
  unit: string;
  /** Heading of the category column, such as 'Step'. */
  by: string;
  bars: readonly {
    label: string;
    value: number;
    /** Shown next to the number, such as '64%'. */
    note?: string;
    tone?: ChartTone;
    /** Where these are listed. */
    to?: string;
  }[];
  /** The value of a full bar; by default the largest value. */
  full?: number;
}

/** Horizontal bars, each with its name and number, and a table of the numbers. */
export function Bars({ unit, by, bars, full }: BarsProps) {
  const most = Math.max(full ?? 0, ...bars.map(({ value }) => value), 1);
  return (
    <>
      <ul className="chart hbars">
        {bars.map(({ label, value, note, tone = 'brand', to }) => (
          <li key={label}>
            <span>{to ? <ChartLink to={to}>{label}</ChartLink> : label}</span>
            <b>
              {value.toLocaleString('en-US')}
              {note ? <small>{note}</small> : null}
            </b>
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect className="chart-track" width="100" height="8" />
              <rect className="tone-fill" data-tone={tone} width={share(value, most)} height="8" />
            </svg>
          </li>
        ))}
      </ul>
      <ChartTable
        by={by}
        heads={[unit]}
        rows={bars.map(({ label, value }) => ({ label, values: [value] }))}
      />
    </>
  );
}

/** A bar for a value above zero is always long enough to be seen. */
const share = (value: number, most: number) =>
  value === 0 ? 0 : Number(Math.max((100 * value) / most, 1).toFixed(2));

/** A link that leaves the frame in which the chart may be shown. */
function ChartLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} target="_top" reloadDocument>
      {children}
    </Link>
  );
}

interface ColumnsProps {
  /** Name of the chart, such as 'Scores that expire'. */
  label: string;
  unit: string;
  by: string;
  columns: readonly {
    /** The label under the column, such as 'Nov'. */
    label: string;
    /** The name in the table, such as 'November 2026'. */
    name: string;
    value: number;
  }[];
  tone?: ChartTone;
}

const plot = { width: 384, left: 2, right: 382, top: 18, bottom: 132, foot: 150 };

/** Columns for months with their numbers above, and a table of the numbers. */
export function Columns({ label, unit, by, columns, tone = 'brand' }: ColumnsProps) {
  const most = Math.max(...columns.map(({ value }) => value), 1);
  const slot = (plot.right - plot.left) / Math.max(columns.length, 1);
  const thick = Math.min(slot * 0.64, 40);
  const highest = columns.find(({ value }) => value === most);
  return (
    <>
      <div className="chart">
        <svg
          className="columns"
          viewBox={`0 0 ${plot.width} ${plot.foot + 6}`}
          role="img"
          aria-label={`${label}. ${highest ? `The highest is ${most.toLocaleString('en-US')}, in ${highest.name}.` : 'None.'}`}
        >
          <line className="chart-line" x1={plot.left} x2={plot.right} y1={plot.bottom} y2={plot.bottom} />
          {columns.map((column, at) => {
            const middle = plot.left + slot * (at + 0.5);
            const height =
              column.value === 0 ? 0 : Math.max(((plot.bottom - plot.top) * column.value) / most, 2);
            return (
              <g key={column.name}>
                <rect
                  className="tone-fill"
                  data-tone={tone}
                  x={(middle - thick / 2).toFixed(1)}
                  y={(plot.bottom - height).toFixed(1)}
                  width={thick.toFixed(1)}
                  height={height.toFixed(1)}
                  rx="2"
                >
                  <title>{`${column.name}: ${column.value.toLocaleString('en-US')}`}</title>
                </rect>
                {column.value === 0 ? null : (
                  <text x={middle} y={plot.bottom - height - 5} textAnchor="middle">
                    {short(column.value)}
                  </text>
                )}
                <text className="unit" x={middle} y={plot.foot} textAnchor="middle">
                  {column.label}
                </text>
              </g>
            );
          })}
        </svg>
      </div>
      <ChartTable
        by={by}
        heads={[unit]}
        rows={columns.map(({ name, value }) => ({ label: name, values: [value] }))}
      />
    </>
  );
}

/** Short enough to fit above a column: 950, 1.2K, 34K. */
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const short = (value: number) => (value < 1000 ? String(value) : compact.format(value));

interface TileProps {
  label: ReactNode;
  value: ReactNode;
  note?: ReactNode;
  /** Where these are listed. */
  to?: string;
}

/** A row of key figures. */
export function Tiles({ tiles }: { tiles: readonly TileProps[] }) {
  return (
    <dl className="tiles">
      {tiles.map(({ label, value, note, to }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tiles never change their order
        <div key={at} className="tile">
          <dt>{to ? <ChartLink to={to}>{label}</ChartLink> : label}</dt>
          <dd>
            <b>{value}</b>
            {note ? <span className="small">{note}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
