import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import * as adminForms from '#modules/admin/forms.ts';
import * as applicationsForms from '#modules/applications/forms.ts';
import * as enterpriseForms from '#modules/enterprise/forms.ts';
import * as identityForms from '#modules/identity/forms.ts';
import * as networkForms from '#modules/network/forms.ts';
import { Form } from '#modules/platform/fields/form.ts';
import * as purchasingForms from '#modules/purchasing/forms.ts';
import type { JsonSchema } from './inputs.ts';
import { operations } from './operation-list.ts';

const forms = {
  identity: identityForms,
  enterprise: enterpriseForms,
  applications: applicationsForms,
  purchasing: purchasingForms,
  network: networkForms,
  admin: adminForms,
};

const allForms = Object.entries(forms).flatMap(([module, declared]) =>
  Object.entries(declared).flatMap(([name, value]: [string, unknown]) =>
    value instanceof Form ? [{ name: `${module}/${name}`, schema: value.schema }] : [],
  ),
);

/** What each operation and each form takes, and which choices an answer has: a line for each, by its name. */
export function shapes(): Map<string, string> {
  const lines = [
    ...operations.map(({ name, input, output }) => [name, takes(input), readsAs(input), choicesOf(output)]),
    ...allForms.map(({ name, schema }) => [name, takes(schema), readsAs(schema), '-']),
  ];
  return new Map(lines.map((line) => [line[0] ?? '', line.map((part) => part || '-').join('\t')]));
}

/** The lines of the list, by name. */
export function listedShapes(): Map<string, string> {
  const lines = readFileSync(join(import.meta.dirname, 'shapes.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  return new Map(lines.map((line) => [line.split('\t')[0] ?? '', line]));
}

/** The fields as they are sent: `note=text 6..4000 applicationid?=uuid`. */
function takes(schema: z.ZodType): string {
  return partsOf(schema, 'input')
    .map(([at, part]) => `${at}=${part}`)
    .join(' ');
}

/** The limits of fields that an operation shortens before it checks them. */
function readsAs(schema: z.ZodType): string {
  const sent = new Set(partsOf(schema, 'input').map(([at, part]) => `${bare(at)}=${part}`));
  return partsOf(schema, 'output')
    .map(([at, part]) => `${bare(at)}=${part}`)
    .filter((part) => /\d/.test(part) && !sent.has(part))
    .join(' ');
}

const bare = (at: string) => at.replaceAll('?', '');

/** The lists of choices in an answer, other than yes and no. */
function choicesOf(output: z.ZodType): string {
  return partsOf(output, 'input')
    .filter(([, part]) => part.includes('|') && part !== 'YES|NO')
    .map(([at, part]) => `${bare(at)}=${part}`)
    .join(' ');
}

function partsOf(schema: z.ZodType, io: 'input' | 'output'): [at: string, part: string][] {
  return partsIn(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema, '');
}

function partsIn(schema: JsonSchema, at: string): [string, string][] {
  const choices = choicesIn(schema);
  if (choices.some(({ properties, items }) => properties ?? items))
    return choices.flatMap((choice) => partsIn(choice, at));
  if (choices.length > 0)
    return [[at, choices.map(leaf).join('|').replace('boolean|YES|NO|true|false', 'flag')]];
  if (schema.properties) {
    const required = new Set(schema.required);
    return Object.entries(schema.properties).flatMap(([name, part]) =>
      partsIn(part, `${at ? `${at}.` : ''}${name}${required.has(name) ? '' : '?'}`),
    );
  }
  if (schema.type === 'array') {
    const several: [string, string][] = [[`${at}[]`, range(schema.minItems, schema.maxItems)]];
    return [...several, ...partsIn(schema.items ?? {}, `${at}[]`)];
  }
  return [[at, leaf(schema)]];
}

/** Null is left out, because a list of choices would have it everywhere. */
function choicesIn({ anyOf, oneOf, allOf }: JsonSchema): JsonSchema[] {
  return (anyOf ?? oneOf ?? allOf ?? []).filter(({ type }) => type !== 'null');
}

function leaf(schema: JsonSchema): string {
  if (schema.const !== undefined) return String(schema.const);
  if (schema.enum) return schema.enum.join('|');
  if (schema.type === 'string') return schema.format ?? `text ${range(schema.minLength, schema.maxLength)}`;
  if (schema.type === 'integer' || schema.type === 'number')
    return `${schema.type} ${range(schema.minimum, schema.maximum)}`;
  return String(schema.type ?? 'any');
}

const range = (least: number | undefined, most: number | undefined) => `${limit(least)}..${limit(most)}`;

/** A limit that every whole number has is none. */
function limit(value: number | undefined): number | string {
  return value === undefined || Math.abs(value) === Number.MAX_SAFE_INTEGER ? '' : value;
}
