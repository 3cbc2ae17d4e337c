import { invalidRequest } from './problem.ts';

export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type Form = Record<string, FormValue>;

const DEEPEST = 8;

/**
 * Reads Stripe's form encoding, in which brackets express nesting: `metadata[a]=1`, `line_items[0][quantity]=1`,
 * `expand[]=x`.
 * @throws Problem for a name that does not parse
 */
export function parseForm(encoded: string): Form {
  const form: Form = Object.create(null);
  for (const [name, value] of new URLSearchParams(encoded)) setField(form, splitName(name), value, name);
  return settle(form) as Form;
}

function splitName(name: string): string[] {
  const head = /^[^[\]]+/.exec(name)?.[0];
  const rest = name.slice(head?.length ?? 0);
  const parts = [...rest.matchAll(/\[([^[\]]*)\]/g)].map((match) => match[1] ?? '');
  const whole = head !== undefined && `${head}${parts.map((part) => `[${part}]`).join('')}` === name;
  if (!whole || parts.length > DEEPEST) {
    throw invalidRequest(undefined, `Invalid parameter name: ${name.slice(0, 100)}`);
  }
  return [head, ...parts];
}

function setField(into: Form, path: string[], value: string, name: string): void {
  let at: Form = into;
  for (const [depth, part] of path.entries()) {
    const key = part === '' ? String(Object.keys(at).length) : part;
    if (depth === path.length - 1) {
      at[key] = value;
      return;
    }
    at[key] ??= Object.create(null) as Form;
    const next = at[key];
    if (typeof next !== 'object') throw invalidRequest(undefined, `Invalid parameter name: ${name}`);
    at = next as Form;
  }
}

/** Objects whose keys count up from 0 are lists. */
function settle(value: FormValue): FormValue {
  if (typeof value === 'string') return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, settle(inner)] as const);
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
