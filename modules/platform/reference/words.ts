import { DAY, HOUR, MINUTE, SECOND } from '../browser.ts';
import type { Actor } from '../caller.ts';
import type { AnyOperation } from '../contract.ts';
import type { DocumentedCall, JsonSchema } from './declared.ts';

/** What a declaration says, in words. */

const team: readonly (readonly [Actor, string])[] = [
  ['owner', 'owner'],
  ['team-admin', 'admin'],
  ['viewer', 'viewer'],
];

/** Who may send a call. */
export function accessWords({ surface, scope, operation }: DocumentedCall): string {
  if (surface === 'company') return scope ? `A key of the company with ${scope}.` : 'Any key of the company.';
  const { access, inPersonOnly } = operation;
  return `${admittedWords(new Set(access.admits))}${inPersonOnly ? ' Staff who act as a person can’t.' : ''}`;
}

function admittedWords(admits: ReadonlySet<Actor>): string {
  if (admits.has('anonymous')) return 'Anyone, with or without a session.';
  if (admits.has('two-step-pending')) return 'Every session, also before the second step of signing in.';
  if (admits.has('unverified')) return 'Every session, also before the email address is verified.';
  if (admits.has('individual')) {
    const but = admits.has('viewer') ? '' : ' A viewer of a company’s team can’t.';
    return `Everyone who is signed in.${but}`;
  }
  const roles = team.filter(([actor]) => admits.has(actor)).map(([, word]) => word);
  if (roles.length === 0) return 'Staff.';
  return `A company’s ${listed(roles, 'or')}${admits.has('staff') ? ', or staff' : ''}.`;
}

const units = [
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
  [SECOND, 'second'],
] as const;

/** How often a call may be sent; null if there is no limit. */
export function throttleWords({ throttle, access }: AnyOperation): string | null {
  if (!throttle) return null;
  const { limit, per, by, key, together, refusedOnly } = throttle;
  const [unit, name] = units.find(([length]) => per % length === 0) ?? [1, 'millisecond'];
  const stretch = per === unit ? `in any ${name}` : `in any ${per / unit} ${name}s`;
  const account = access.scope === undefined ? 'person' : 'company';
  const whose = key ? '' : ` for each ${by === 'account' ? account : 'network address'}`;
  const which = refusedOnly ? ' that are refused' : '';
  const counted = together ? ' Counted together with related calls.' : '';
  return `${limit.toLocaleString('en-US')} ${limit === 1 ? 'call' : 'calls'}${which} ${stretch}${whose}.${counted}`;
}

/** The type of a value, for the line beside its name. */
export function typeWords(schema: JsonSchema): string {
  const choices = (schema.anyOf ?? schema.oneOf)?.filter(({ type }) => type !== 'null');
  const orNull = choices && choices.length < (schema.anyOf ?? schema.oneOf ?? []).length ? ' or null' : '';
  if (choices)
    return isFlag(choices) ? 'YES or NO' : `${listed(unique(choices.map(typeWords)), 'or')}${orNull}`;
  if (schema.const !== undefined) return String(schema.const);
  if (schema.enum) return enumWords(schema.enum);
  if (schema.allOf) return listed(unique(schema.allOf.map(typeWords)), 'and');
  const types = [schema.type ?? []].flat();
  const type = types.find((each) => each !== 'null');
  return `${plainWords(type, schema)}${types.includes('null') ? ' or null' : orNull}`;
}

/** A flag that is taken in several notations (D2). */
function isFlag(choices: readonly JsonSchema[]): boolean {
  return choices.some(({ type }) => type === 'boolean') && choices.some((each) => each.enum?.includes('YES'));
}

function enumWords(values: readonly unknown[]): string {
  if (values.length === 2 && values.includes('YES') && values.includes('NO')) return 'YES or NO';
  return values.length === 1 ? String(values[0]) : 'one of a list';
}

const formats: Readonly<Record<string, string>> = {
  uuid: 'id',
  date: 'date, YYYY-MM-DD',
  'date-time': 'time, RFC 3339',
  email: 'email address',
  uri: 'address',
};

function plainWords(type: string | undefined, schema: JsonSchema): string {
  if (type === 'string') return formats[schema.format ?? ''] ?? `text${lengthWords(schema)}`;
  if (type === 'integer') return `whole number${rangeWords(schema.minimum, schema.maximum)}`;
  if (type === 'number') return `number${rangeWords(schema.minimum, schema.maximum)}`;
  if (type === 'boolean') return 'true or false';
  if (type === 'array') {
    const most = schema.maxItems === undefined ? '' : `, ${schema.maxItems.toLocaleString('en-US')} at most`;
    const items = typeWords(schema.items ?? {});
    return items === 'object' ? `list of objects${most}` : `list of: ${items}${most}`;
  }
  if (type === 'object') return 'object';
  return 'any value';
}

function lengthWords({ minLength = 0, maxLength }: JsonSchema): string {
  if (maxLength === undefined) return '';
  const most = maxLength.toLocaleString('en-US');
  if (minLength === maxLength) return `, ${most} characters`;
  return minLength > 1 ? `, ${minLength} to ${most} characters` : `, ${most} characters at most`;
}

function rangeWords(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && most !== undefined)
    return `, ${least.toLocaleString('en-US')} to ${most.toLocaleString('en-US')}`;
  if (most !== undefined) return `, ${most.toLocaleString('en-US')} at most`;
  return least === undefined ? '' : `, ${least.toLocaleString('en-US')} or more`;
}

const unique = (texts: readonly string[]) => [...new Set(texts)];

function listed(words: readonly string[], last: 'and' | 'or'): string {
  const [only = '', ...others] = words;
  if (others.length === 0) return only;
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
