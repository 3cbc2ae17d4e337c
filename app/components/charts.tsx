import { useId } from 'react';
import type { Grade } from '#modules/platform/browser.ts';
import { Disclose } from './document.tsx';

/** The color of a series. Scores have fixed colors; other series use the brand's or six chart colors (see tokens.css). */
export type ChartTone =
  | Grade
  | 'brand'
  | 'ok'
  | 'new'
  | 'soon'
  | 'change'
  | 'expired'
  | 'left'
  | 'removed'
  | 'out';

interface Part {
  label: string;
  tone: ChartTone;
  value: number;
}

const round = 52;
const circumference = 2 * Math.PI * round;
const gap = 2;

interface DonutProps {
  /** Heading of the counted column, such as 'People'. */
  unit: string;
  /** Heading of the category column, such as 'Compliance'. */
  by: string;
  parts: readonly Part[];
  /** The main figure in the middle, such as '93%'. */
  middle: string;
  note: string;
}

/** A ring chart with its main figure in the middle, a legend beside it, and a table of the numbers. */
export function Donut({ unit, by, parts, middle, note }: DonutProps) {
  const total = parts.reduce((sum, part) => sum + part.value, 0);
  const shown = parts.filter((part) => part.value > 0);
  let from = 0;
  return (
    <>
      <div className="chart chart-donut">
        <svg
          viewBox="0 0 136 136"
          role="img"
          aria-label={parts.map((part) => `${part.label} ${part.value}`).join(', ')}
        >
          <g fill="none" strokeWidth="18" transform="rotate(-90 68 68)">
            {total === 0 ? <circle className="chart-none" cx="68" cy="68" r={round} /> : null}
            {shown.map((part) => {
              const length = (part.value / total) * circumference;
              const drawn = shown.length > 1 ? Math.max(length - gap, 1) : length;
              const offset = from;
              from += length;
              return (
                <circle
                  key={part.label}
                  className="tone-stroke"
                  data-tone={part.tone}
                  cx="68"
                  cy="68"
                  r={round}
                  strokeDasharray={`${drawn.toFixed(1)} ${(circumference - drawn).toFixed(1)}`}
                  strokeDashoffset={(-offset).toFixed(1)}
                >
                  <title>{`${part.label}: ${part.value}`}</title>
                </circle>
              );
            })}
          </g>
          <text className="big" x="68" y="70" textAnchor="middle">
            {middle}
          </text>
          <text className="unit" x="68" y="88" textAnchor="middle">
            {note}
          </text>
        </svg>
        <Legend parts={parts} values />
      </div>
      <ChartTable
        by={by}
        heads={[unit]}
        rows={parts.map((part) => ({ label: part.label, values: [part.value] }))}
      />
    </>
  );
}

interface StackedBarsProps {
  /** Name of the chart, such as 'Alerts by date'. */
  label: string;
  by: string;
  kinds: readonly { label: string; tone: ChartTone }[];
  /** One bar per entry, oldest first. Values are in the order of the series. `short` is the label under the bar. */
  bars: readonly { label: string; short?: string; values: readonly number[] }[];
  /** Show a label under every n-th bar. */
  every?: number;
}

/** The width of a digit in a label. */
const CHARACTER = 8;

const plot = { width: 900, left: 4, right: 876, top: 15, bottom: 140 };

/** Stacked bars by day. On a phone it scrolls horizontally and starts at the newest. */
export function StackedBars({ label, by, kinds, bars, every = 5 }: StackedBarsProps) {
  const sums = bars.map((bar) => bar.values.reduce((sum, value) => sum + value, 0));
  const most = Math.max(...sums, 1);
  const step = Math.ceil(most / 5);
  const top = Math.ceil(most / step) * step;
  const unit = (plot.bottom - plot.top) / top;
  const slot = (plot.right - plot.left) / Math.max(bars.length, 1);
  const thick = Math.min(slot * 0.68, 40);
  const peak = bars[sums.indexOf(most)]?.label;
  return (
    <>
      <div className="chart">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
        <section className="scroll-x scroll-end" tabIndex={0} aria-label={`Chart: ${label}`}>
          <svg
            className="bars"
            viewBox={`0 6 ${plot.width} 158`}
            role="img"
            aria-label={`${label}, stacked by kind. ${peak === undefined || sums.every((sum) => sum === 0) ? 'Nothing yet.' : `The highest was ${most}, on ${peak}.`}`}
          >
            {Array.from({ length: top / step + 1 }, (_, at) => at * step).map((value) => (
              <g key={value}>
                <line
                  className="chart-line"
                  x1={plot.left}
                  x2={plot.right}
                  y1={plot.bottom - value * unit}
                  y2={plot.bottom - value * unit}
                />
                <text className="unit" x={plot.right + 8} y={plot.bottom - value * unit + 4}>
                  {value}
                </text>
              </g>
            ))}
            {bars.map((bar, at) => {
              const middle = plot.left + slot * (at + 0.5);
              const text = bar.short ?? bar.label;
              let height = 0;
              return (
                <g key={bar.label}>
                  {at % every === 0 ? (
                    <text
                      className="unit"
                      // Under a thin first bar, it would be cut off.
                      x={Math.max(middle, (text.length * CHARACTER) / 2)}
                      y="159"
                      textAnchor="middle"
                    >
                      {text}
                    </text>
                  ) : null}
                  {kinds.map((kind, index) => {
                    const value = bar.values[index] ?? 0;
                    if (value === 0) return null;
                    height += value;
                    return (
                      <rect
                        key={kind.label}
                        className="tone-fill"
                        data-tone={kind.tone}
                        x={(middle - thick / 2).toFixed(1)}
                        y={(plot.bottom - height * unit + 1).toFixed(1)}
                        width={thick.toFixed(1)}
                        height={(value * unit - 1.5).toFixed(1)}
                        rx="2"
                      >
                        <title>{`${bar.label}, ${kind.label}: ${value}`}</title>
                      </rect>
                    );
                  })}
                </g>
              );
            })}
          </svg>
        </section>
        <Legend parts={kinds.map((kind) => ({ ...kind, value: 0 }))} />
      </div>
      <ChartTable by={by} heads={kinds.map((kind) => kind.label)} rows={bars} />
    </>
  );
}

function Legend({ parts, values }: { parts: readonly Part[]; values?: boolean }) {
  return (
    <ul className={values ? 'legend' : 'legend legend-row'}>
      {parts.map((part) => (
        <li key={part.label}>
          <i data-tone={part.tone} />
          {part.label}
          {values ? <b>{part.value.toLocaleString('en-US')}</b> : null}
        </li>
      ))}
    </ul>
  );
}

interface ChartTableProps {
  by: string;
  heads: readonly string[];
  rows: readonly { label: string; values: readonly number[] }[];
}

/** The numbers of a chart. */
export function ChartTable({ by, heads, rows }: ChartTableProps) {
  const id = useId();
  return (
    <div className="chart-table">
      <Disclose summary="Show as table">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
        <section className="scroll-x" tabIndex={0} aria-labelledby={id}>
          <table className="plain">
            <caption className="sr" id={id}>
              Table by {by.toLowerCase()}
            </caption>
            <thead>
              <tr>
                <th scope="col">{by}</th>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.label}>
                  <th scope="row">{row.label}</th>
                  {heads.map((head, at) => (
                    <td key={head}>{(row.values[at] ?? 0).toLocaleString('en-US')}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </Disclose>
    </div>
  );
}
