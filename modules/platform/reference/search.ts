/** The search of the reference: a few thousand short texts in memory. */

/** Something that can be found. */
export interface Findable {
  title: string;
  /** What it is, or where: a path, or the part of a call. */
  note: string;
  method: string | null;
  /** The address in the reference. */
  to: string;
  /** In small letters: what is searched. */
  text: string;
}

export interface Found {
  hits: Omit<Findable, 'text'>[];
  /** All of them, also those that are not listed. */
  total: number;
  /** A word that would be found; null if there are hits, or no word is like what was asked. */
  meant: string | null;
}

const LISTED = 50;

/** @param asked as it was typed: every word has to be in the text */
export function searchReference(index: readonly Findable[], asked: string): Found {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  const matching =
    words.length === 0 ? [] : index.filter(({ text }) => words.every((word) => text.includes(word)));
  return {
    hits: matching.slice(0, LISTED).map(({ text: _, ...hit }) => hit),
    total: matching.length,
    meant: matching.length > 0 || words.length === 0 ? null : nearest(words, index),
  };
}

/** The word of the index that is most like one that was asked. */
function nearest(asked: readonly string[], index: readonly Findable[]): string | null {
  const known = new Set(
    index.flatMap(({ text }) => text.split(/[^a-z0-9_]+/)).filter((word) => word.length > 3),
  );
  let best: { word: string; distance: number } | null = null;
  for (const word of asked.map((each) => each.slice(0, 40))) {
    const most = Math.floor(word.length / 3);
    for (const other of known) {
      if (Math.abs(other.length - word.length) > most) continue;
      const distance = editsBetween(word, other);
      if (distance <= most && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
        best = { word: other, distance };
    }
  }
  return best?.word ?? null;
}

/** How many letters have to be added, left out or changed (Levenshtein). */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1];
    for (let at = 1; at < row.length; at += 1) {
      const changed = (row[at - 1] ?? 0) + (letter === other[at - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
