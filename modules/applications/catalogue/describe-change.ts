/** Letters that are shown on either side of what changed. */
const AROUND = 40;
/** Letters of a former or a new passage that are shown at most. */
const SHOWN = 400;

/** Longer texts are compared as one block: the comparison takes the product of both numbers of blocks. */
const BLOCKS = 1000;

/**
 * What changed in a text, with some text around it, so that a change in the middle of long terms can be read. Paragraphs
 * are compared one by one, so that two changes far apart are two passages.
 * @returns such as `…pay within [10] days… -> …pay within [14] days…`; a short text as a whole, without brackets
 */
export function describeChange(then: string, now: string): string {
  if (Math.max([...then].length, [...now].length) <= 2 * AROUND) return `${then} -> ${now}`;
  const changes = changedRuns(blocksOf(then), blocksOf(now));
  return changes.map(([old, current]) => describeRun(old, current)).join('; ');
}

/** Each of the two passages begins and ends with the text around the change. */
function describeRun(then: string, now: string): string {
  const [old, current] = [[...then], [...now]];
  const shortest = Math.min(old.length, current.length);
  let start = 0;
  while (start < shortest && old[start] === current[start]) start += 1;
  let end = 0;
  while (end < shortest - start && old.at(-1 - end) === current.at(-1 - end)) end += 1;
  return `${passage(old, start, end)} -> ${passage(current, start, end)}`;
}

/** The paragraphs and lines of a text; joined they are the text again. */
function blocksOf(text: string): string[] {
  const blocks = text.match(/[^\n]*?(?:<\/(?:p|li|h\d)>|\n|$)\n?/g)?.filter((block) => block !== '') ?? [];
  return blocks.length > BLOCKS ? [text] : blocks;
}

/**
 * The parts in which two lists of blocks differ, each as the former and the new text. A part that is only added or only
 * left out comes with the block before it, so that its place can be seen.
 */
function changedRuns(then: readonly string[], now: readonly string[]): [string, string][] {
  const common = commonLengths(then, now);
  const runs: [string, string][] = [];
  let [at, to] = [0, 0];
  while (at < then.length || to < now.length) {
    if (at < then.length && then[at] === now[to]) {
      at += 1;
      to += 1;
      continue;
    }
    const [from, since] = [at, to];
    while ((at < then.length || to < now.length) && (at === then.length || then[at] !== now[to])) {
      const dropping = common[at + 1]?.[to] ?? -1;
      if (at < then.length && (to === now.length || dropping >= (common[at]?.[to + 1] ?? -1))) at += 1;
      else to += 1;
    }
    const before = from > 0 && (from === at || since === to) ? 1 : 0;
    runs.push([then.slice(from - before, at).join(''), now.slice(since - before, to).join('')]);
  }
  return runs;
}

/** For each pair of places, how many blocks both lists have in common from there on, in the same order. */
function commonLengths(then: readonly string[], now: readonly string[]): number[][] {
  const lengths = Array.from({ length: then.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  for (let at = then.length - 1; at >= 0; at -= 1) {
    for (let to = now.length - 1; to >= 0; to -= 1) {
      const [here, below] = [lengths[at] ?? [], lengths[at + 1] ?? []];
      here[to] =
        then[at] === now[to] ? (below[to + 1] ?? 0) + 1 : Math.max(below[to] ?? 0, here[to + 1] ?? 0);
    }
  }
  return lengths;
}

/** @param start letters before the change; @param end letters after it */
function passage(text: string[], start: number, end: number): string {
  const before = text.slice(Math.max(0, start - AROUND), start).join('');
  const changed = text.slice(start, text.length - end);
  const after = text.slice(text.length - end, text.length - end + AROUND).join('');
  const rest = changed.length - SHOWN;
  const shown = changed.slice(0, SHOWN).join('') + (rest > 0 ? `… (${rest} more characters)` : '');
  return `${start > AROUND ? '…' : ''}${before}[${shown}]${after}${end > AROUND ? '…' : ''}`;
}
