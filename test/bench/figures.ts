export type Unit = 'ms' | '/s' | 'kB' | 'MB' | 's' | 'files' | '';

/** What a figure is compared with: a fixed limit, or another measurement. */
export type Goal =
  | { atMost: number }
  | { atLeast: number }
  /** The minimum share of the other measurement; 1 means all of it. */
  | { partOfBeside: number };

export interface Measured {
  name: string;
  unit: Unit;
  seen: number;
  /** A minimal server for comparison, or the best SQL for the same result. */
  beside?: { name: string; seen: number } | undefined;
  goal: Goal;
}

/** One figure for each size of data at which it was measured. */
export interface Figure extends Omit<Measured, 'seen' | 'beside'> {
  /** The values by the number of people; 0 if the figure does not depend on the data. */
  seen: Record<number, number>;
  beside?: { name: string; seen: Record<number, number> };
}

export interface Judged extends Figure {
  /** At the largest size. */
  met: boolean;
  /** How many times slower it is at the largest size than at the smallest one. */
  growth: number | null;
}

/** @param sizes the measurements for each number of people */
export function judge(sizes: ReadonlyMap<number, readonly Measured[]>): Judged[] {
  const figures = new Map<string, Figure>();
  for (const [people, measured] of sizes) {
    for (const { name, unit, seen, beside, goal } of measured) {
      const figure = figures.get(name) ?? { name, unit, goal, seen: {} };
      figure.seen[people] = seen;
      if (beside) {
        figure.beside ??= { name: beside.name, seen: {} };
        figure.beside.seen[people] = beside.seen;
      }
      figures.set(name, figure);
    }
  }
  return [...figures.values()].map((figure) => ({
    ...figure,
    met: isMet(figure),
    growth: growthOf(figure),
  }));
}

const largest = (bySize: Record<number, number>) => Object.entries(bySize).at(-1)?.[1] ?? Number.NaN;

function isMet({ seen, beside, goal }: Figure): boolean {
  const at = largest(seen);
  if ('atMost' in goal) return at <= goal.atMost;
  if ('atLeast' in goal) return at >= goal.atLeast;
  return beside !== undefined && at / largest(beside.seen) >= goal.partOfBeside;
}

function growthOf({ seen, unit }: Figure): number | null {
  const values = Object.values(seen);
  const [first, last] = [values.at(0), values.at(-1)];
  if (values.length < 2 || first === undefined || last === undefined) return null;
  return unit === '/s' ? first / last : last / first;
}

function format(value: number | undefined, unit: Unit): string {
  if (value === undefined) return '';
  if (unit === '/s') return `${Math.round(value).toLocaleString('en-US')}/s`;
  return `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`.trimEnd();
}

function goalText({ goal, unit }: Figure): string {
  if ('atMost' in goal) return `at most ${format(goal.atMost, unit)}`;
  if ('atLeast' in goal) return `at least ${format(goal.atLeast, unit)}`;
  return `${Math.round(goal.partOfBeside * 100)} % of it`;
}

/** The rows with the numbers of people. The first one is the heading. */
export function figureRows(figures: readonly Judged[]): string[][] {
  const sizes = [...new Set(figures.flatMap(({ seen }) => Object.keys(seen).map(Number)))]
    .filter((people) => people > 0)
    .sort((a, b) => a - b);
  // Figures that do not depend on the data also need a column.
  if (sizes.length === 0) sizes.push(0);
  const bySize = sizes.map((people) => (people ? `${people.toLocaleString('en-US')} people` : 'seen'));
  const head = ['figure', ...bySize, 'times slower', 'beside it', 'goal', ''];
  const rows = figures.map((figure) => {
    const { name, unit, seen, beside, met, goal, growth } = figure;
    const besideSeen = beside && largest(beside.seen);
    const part =
      besideSeen && 'partOfBeside' in goal ? ` (${Math.round((largest(seen) / besideSeen) * 100)} %)` : '';
    return [
      name,
      ...sizes.map((people) => format(seen[people] ?? seen[0], unit)),
      growth === null ? '' : growth.toFixed(1),
      beside ? `${beside.name} ${format(besideSeen, unit)}${part}` : '',
      goalText(figure),
      met ? 'met' : 'NOT MET',
    ];
  });
  return [head, ...rows];
}

/** A table in Markdown, with padded cells so that it is also readable as plain text. */
export function markdown(rows: readonly string[][]): string {
  const [head = [], ...rest] = rows;
  const widths = head.map((_, at) => Math.max(3, ...rows.map((cells) => cells[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('\n');
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
