import type { Rewrite } from './fault.ts';

/** Faults in the SQL of a template: dropped conditions, changed comparisons and flags. */

interface Token {
  text: string;
  start: number;
  end: number;
  depth: number;
}

const tokenPattern = /'(?:[^']|'')*'|[A-Za-z_][\w.]*|<=|>=|<>|::|[<>=()+\-,]|\S/g;

/** @param source a template literal with its backticks; `${…}` counts as one token */
function tokensOf(source: string): Token[] {
  const masked = maskHoles(source);
  let depth = 0;
  return [...masked.matchAll(tokenPattern)].map(({ 0: text, index }) => {
    if (text === ')') depth -= 1;
    const token = { text: text.toLowerCase(), start: index, end: index + text.length, depth };
    if (text === '(') depth += 1;
    return token;
  });
}

/** Replaces each hole by a word of the same length. */
function maskHoles(source: string): string {
  let masked = '';
  for (let at = 0; at < source.length; ) {
    if (!source.startsWith('${', at)) {
      masked += source[at];
      at += 1;
      continue;
    }
    const end = endOfHole(source, at);
    masked += 'h'.repeat(end - at);
    at = end;
  }
  return masked.replace(/^`|`$/g, ' ');
}

function endOfHole(source: string, start: number): number {
  let depth = 0;
  for (let at = start; at < source.length; at += 1) {
    if (source[at] === '{') depth += 1;
    if (source[at] === '}') depth -= 1;
    if (depth === 0 && at > start + 1) return at + 1;
  }
  return source.length;
}

const clauseEnds = new Set(
  'and or order group limit offset returning union for on join left cross inner then else end when having window from where do set'.split(
    ' ',
  ),
);

/** The end of the condition that begins with token `first`. */
function endOfCondition(tokens: Token[], first: number): number {
  const depth = tokens[first]?.depth ?? 0;
  let between = false;
  for (let at = first; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (!token || token.depth < depth) return at;
    if (token.depth > depth) continue;
    if (token.text === ',') return at;
    if (token.text === 'between') between = true;
    else if (token.text === 'and' && between) between = false;
    else if (token.text === 'from' && tokens[at - 1]?.text === 'distinct') continue;
    else if (at > first && clauseEnds.has(token.text)) return at;
  }
  return tokens.length;
}

const swapped = new Map(
  Object.entries({
    '<=': '<',
    '<': '<=',
    '>=': '>',
    '>': '>=',
    '<>': '=',
    asc: 'desc',
    desc: 'asc',
    or: 'and',
    true: 'false',
    false: 'true',
    "'11:00'": "'12:00'",
  }),
);

/**
 * Where the next batch of a sweep begins. The rows of the last one match no more, so it makes no difference; where they
 * do, a test runs the sweep in batches of one row.
 */
const cursor = /> \$\{after\}(::uuid)?$/;

export function sqlRewrites(template: string, offset: number): Rewrite[] {
  const tokens = tokensOf(template);
  const found: Rewrite[] = [];
  const add = (kind: string, start: number, end: number, after: string) =>
    found.push({ kind, start: offset + start, end: offset + end, after });
  const textEnd = template.length - 1;
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1];
    const endAt = (index: number) => (index < tokens.length ? (tokens[index]?.start ?? textEnd) : textEnd);
    if (token.text === 'and' && next && !isBetween(tokens, at)) {
      const last = endOfCondition(tokens, at + 1);
      const end = trimEnd(template, endAt(last));
      if (!cursor.test(template.slice(token.start, end))) add('SQL condition dropped', token.start, end, '');
    }
    if (token.text === 'where' && next) {
      const last = endOfCondition(tokens, at + 1);
      const stop = tokens[last];
      if (stop?.text === 'and') add('SQL condition dropped', next.start, stop.end, '');
    }
    const swap = swapped.get(token.text);
    const beginsBatch = token.text === '>' && cursor.test(template.slice(token.start, next?.end));
    if (swap && !beginsBatch && !(token.text === '>' && tokens[at - 1]?.text === '-')) {
      add('SQL comparison changed', token.start, token.end, swap);
    }
    if (token.text === 'null' && tokens[at - 1]?.text === 'not')
      add('SQL comparison changed', tokens[at - 1]?.start ?? 0, token.end, 'null');
    else if (token.text === 'null' && tokens[at - 1]?.text === 'is')
      add('SQL comparison changed', token.start, token.end, 'not null');
    if (token.text === 'exists' && tokens[at - 1]?.text === 'not')
      add('SQL comparison changed', tokens[at - 1]?.start ?? 0, token.end, 'exists');
    if (token.text.startsWith("'") && next?.text === ',' && tokens[at - 1]?.text === '(')
      add('SQL list shortened', token.start, next.end, '');
    if (token.text.startsWith("'") && next?.text === ')' && tokens[at - 1]?.text === ',')
      add('SQL list shortened', tokens[at - 1]?.start ?? 0, token.end, '');
  }
  return found;
}

function isBetween(tokens: Token[], at: number): boolean {
  const depth = tokens[at]?.depth;
  for (let before = at - 1; before >= 0 && before > at - 6; before -= 1) {
    const token = tokens[before];
    if (token?.depth === depth && token?.text === 'and') return false;
    if (token?.depth === depth && token?.text === 'between') return true;
  }
  return false;
}

function trimEnd(source: string, end: number): number {
  return source.slice(0, end).trimEnd().length;
}
