/** The differences between two versions of a text, line by line. */

export interface TextLine {
  kind: 'kept' | 'added' | 'removed';
  text: string;
}

/**
 * The maximum number of comparisons. If a text needs more, everything between the first and the last change counts as
 * changed.
 */
const MOST_STEPS = 4_000_000;

/**
 * All lines of both texts in order. At a change, removed lines come first.
 * @param before the lines of the earlier version
 * @param after the lines of the later version
 */
export function compareLines(before: readonly string[], after: readonly string[]): TextLine[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return [
    ...marked('kept', before.slice(0, start)),
    ...compareMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...marked('kept', before.slice(before.length - end)),
  ];
}

const marked = (kind: TextLine['kind'], lines: readonly string[]): TextLine[] =>
  lines.map((text) => ({ kind, text }));

/** Finds the longest sequence of lines that both have. */
function compareMiddle(before: readonly string[], after: readonly string[]): TextLine[] {
  const width = after.length + 1;
  if (before.length * after.length > MOST_STEPS) {
    return [...marked('removed', before), ...marked('added', after)];
  }
  // The value at [row, column] is how many lines the remaining parts of both texts have in common.
  const common = new Uint32Array((before.length + 1) * width);
  const at = (row: number, column: number) => common[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      common[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: TextLine[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [old, now] = [before[row], after[column]];
    if (old !== undefined && old === now) {
      lines.push({ kind: 'kept', text: old });
      row += 1;
      column += 1;
    } else if (old !== undefined && (now === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ kind: 'removed', text: old });
      row += 1;
    } else if (now !== undefined) {
      lines.push({ kind: 'added', text: now });
      column += 1;
    }
  }
  return lines;
}

/** How many lines are shown before and after a change. */
const AROUND = 1;

/**
 * The changed lines, with one line before and after each; null stands for lines that are left out in between.
 * @param lines the result of `compareLines`
 */
export function onlyChanges(lines: readonly TextLine[]): (TextLine | null)[] {
  const near = lines.map((_line, at) =>
    lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ kind }) => kind !== 'kept'),
  );
  const last = near.lastIndexOf(true);
  return lines.flatMap((line, at) => (near[at] ? [line] : near[at - 1] && at < last ? [null] : []));
}
