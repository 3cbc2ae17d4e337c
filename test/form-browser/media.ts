/** Whether a media query or a feature query holds on a phone without script. */
import { NeedsBrowser } from './needs-browser.ts';

/** In pixels. */
const width = 390;
const height = 844;

const answers: Record<string, string> = {
  scripting: 'none',
  hover: 'none',
  'any-hover': 'none',
  pointer: 'coarse',
  'any-pointer': 'coarse',
  'prefers-reduced-motion': 'no-preference',
  'prefers-color-scheme': 'light',
  'prefers-contrast': 'no-preference',
  'forced-colors': 'none',
  orientation: 'portrait',
  'display-mode': 'browser',
};

/** @param query such as `screen and (max-width: 40rem), print` */
export function mediaHolds(query: string): boolean {
  return query.split(',').some((part) => partHolds(part.trim()));
}

function partHolds(part: string): boolean {
  if (part === '') return true;
  if (part.startsWith('not ')) return !partHolds(part.slice(4));
  return part
    .replace(/^only\s+/, '')
    .split(/\s+and\s+/)
    .every(termHolds);
}

function termHolds(term: string): boolean {
  if (term === 'all' || term === 'screen') return true;
  if (term === 'print') return false;
  const [name = '', value] = term
    .replace(/^\(|\)$/g, '')
    .split(':')
    .map((each) => each.trim());
  const answer = answers[name];
  if (answer !== undefined) return value === undefined ? answer !== 'none' : answer === value;
  const length = pixels(value);
  if (name === 'min-width') return width >= length;
  if (name === 'max-width') return width <= length;
  if (name === 'min-height') return height >= length;
  if (name === 'max-height') return height <= length;
  throw new NeedsBrowser(`The media query ${term}`);
}

function pixels(value = ''): number {
  const [, number, unit] = /^([\d.]+)(px|rem|em)?$/.exec(value) ?? [];
  if (number === undefined) throw new NeedsBrowser(`The length ${value} in a media query`);
  return Number(number) * (unit === 'px' || unit === undefined ? 1 : 16);
}

/** What the style sheets ask for and current Chromium can do. */
const supported = [
  'position-area',
  'anchor-name',
  'color',
  'display',
  'selector',
  'width',
  'height',
  'background',
];

/** @param query such as `not (position-area: bottom)` */
export function supportsHold(query: string): boolean {
  if (query.startsWith('not ')) return !supportsHold(query.slice(4).trim());
  const parts = query.split(/\s+and\s+/);
  if (parts.length > 1) return parts.every(supportsHold);
  const property = /^\(\s*([\w-]+)\s*:/.exec(query)?.[1];
  if (!property || !supported.includes(property)) throw new NeedsBrowser(`@supports ${query}`);
  return true;
}
