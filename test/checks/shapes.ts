import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from './inputs.ts';
import { choicesByText, formShapes, namedShapes, nameIn, type Shape, shapeOf } from './named-shapes.ts';
import { operations } from './operation-list.ts';

/** In characters. */
const WIDTH = 110;
/** A longer list of choices is written once, if a module exports it. */
const LONG_CHOICES = 60;
/** An object that contains all fields of a smaller shape than this is not said to contain it. */
const FEWEST_FIELDS = 3;

const head = `What each operation takes and gives, and what each form takes: one line for each field.
"name?" may be left out, "= x" is what it is then, "read as" is what the operation gets.
"... NAME" stands for all fields of that shape. A shape that the modules export is written once, and so is a long
list of choices.
`;

/** The text of the list. */
export function writeShapes(): string {
  const used = new Set<string>();
  const blocks = [
    ...operations.map(({ name, input, output }) => ({
      name,
      lines: [
        ...part('takes', linesOf(shapeOf(input), used)),
        ...part('gives', linesOf(shapeOf(output), used)),
      ],
    })),
    ...[...formShapes].map(([name, shape]) => ({ name, lines: linesOf(shape, used, name) })),
  ].toSorted(byName);
  const shared = new Map<string, string[]>();
  // Shapes refer to other shapes, so this may find more names while it runs.
  for (const name of used) {
    const shape = namedShapes.get(name);
    if (shape) shared.set(name, linesOf(shape, used, name));
    else if (!formShapes.has(name)) shared.set(name, choicesOf(name));
  }
  const named = [...shared].map(([name, lines]) => ({ name, lines })).toSorted(byName);
  return [
    head,
    ...[...named, ...blocks].map(({ name, lines }) => `${[name, ...indent(lines)].join('\n')}\n`),
  ].join('\n');
}

const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);
const indent = (lines: readonly string[]) => lines.map((line) => `  ${line}`);

function part(word: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [`${word} nothing`] : [word, ...indent(lines)];
}

function choicesOf(name: string): string[] {
  const text = [...choicesByText].find(([, each]) => each === name)?.[0] ?? '';
  return text.split('|').map((choice) => choice || "''");
}

/**
 * The lines of a shape's fields.
 * @param used gets the names of the shapes and choices that they refer to
 * @param own the name of the shape itself, to which it does not refer
 */
function linesOf(shape: Shape, used: Set<string>, own?: string): string[] {
  return bodyOf(shape, '', { used, own });
}

interface Context {
  used: Set<string>;
  own?: string | undefined;
}

/** The lines of a value: `label: text` for a plain one, and a line for each field below the label of an object. */
function bodyOf(shape: Shape, label: string, context: Context): string[] {
  const { sent, read } = shape;
  const under = (lines: readonly string[]) => (label === '' ? [...lines] : [`${label}:`, ...indent(lines)]);
  if (sent.$ref) return under([refer(nameIn(sent.$ref), context)]);
  const choices = withoutNull(sent.anyOf ?? sent.oneOf ?? sent.allOf ?? []);
  const orNull = choices.length < (sent.anyOf ?? sent.oneOf ?? sent.allOf ?? []).length;
  if (choices.some(isComposed)) {
    const readChoices = withoutNull(read.anyOf ?? read.oneOf ?? read.allOf ?? []);
    const sides = choices.map((choice, index) => ({ sent: choice, read: readChoices[index] ?? choice }));
    const [only] = sides;
    const shown = `${label}${orNull ? ' or null' : ''}`;
    if (only && sides.length === 1) return bodyOf(only, shown, context);
    return sides.flatMap((side, index) =>
      bodyOf(side, `${shown} (${index + 1} of ${sides.length})`.trim(), context),
    );
  }
  if (sent.properties) return under(fieldsOf(shape, context));
  if (sent.type === 'array') {
    const items = { sent: sent.items ?? {}, read: read.items ?? sent.items ?? {} };
    return bodyOf(items, `${label}[${range(sent.minItems, sent.maxItems)}]`, context);
  }
  if (typeof sent.additionalProperties === 'object' && Object.keys(sent.additionalProperties).length > 0) {
    const values = { sent: sent.additionalProperties, read: sent.additionalProperties };
    return bodyOf(values, `${label}[${leaf(sent.propertyNames ?? {}, context)}]`, context);
  }
  const [sentAs, readAs] = [leaf(sent, context), leaf(read, context)];
  const shortened = /\d/.test(readAs) && readAs !== sentAs ? `, read as ${readAs}` : '';
  const otherwise = sent.default === undefined ? '' : ` = ${JSON.stringify(sent.default)}`;
  return wrap(`${label ? `${label}: ` : ''}${sentAs}${shortened}${otherwise}`);
}

/** The lines of an object's fields. Fields that are those of a named shape are not repeated. */
function fieldsOf({ sent, read }: Shape, context: Context): string[] {
  const left = new Map(Object.entries(sent.properties ?? {}));
  const required = new Set(sent.required);
  const contained: string[] = [];
  for (const [name, shape] of bySize) {
    const fields = Object.keys(shape.sent.properties ?? {});
    if (fields.length < FEWEST_FIELDS || !mayContain(context.own, name)) continue;
    if (!fields.every((field) => left.has(field) && isSameField({ sent, read }, shape, field))) continue;
    contained.push(refer(name, context));
    for (const field of fields) left.delete(field);
  }
  return [
    ...contained,
    ...[...left].flatMap(([name, field]) =>
      bodyOf(
        { sent: field, read: read.properties?.[name] ?? field },
        `${name}${required.has(name) ? '' : '?'}`,
        context,
      ),
    ),
  ];
}

/**
 * Whether a shape may be said to contain another one. Forms, and shapes of different grids, may have the same fields
 * by accident.
 * @param own its name; undefined for what an operation takes or gives
 */
function mayContain(own: string | undefined, name: string): boolean {
  if (own === undefined) return true;
  const grid = /^grid [^,]*/.exec(name)?.[0];
  return name !== own && !formShapes.has(name) && (grid === undefined || own.startsWith(grid));
}

/** The named shapes, the one with the most fields first. */
const bySize = [...namedShapes, ...formShapes].toSorted(([, one], [, other]) => sizeOf(other) - sizeOf(one));

function sizeOf({ sent }: Shape): number {
  return Object.keys(sent.properties ?? {}).length;
}

function isSameField(one: Shape, other: Shape, field: string): boolean {
  return (
    isDeepStrictEqual(one.sent.properties?.[field], other.sent.properties?.[field]) &&
    isDeepStrictEqual(one.read.properties?.[field], other.read.properties?.[field]) &&
    Boolean(one.sent.required?.includes(field)) === Boolean(other.sent.required?.includes(field))
  );
}

function refer(name: string, { used }: Context): string {
  used.add(name);
  return `... ${name}`;
}

const withoutNull = (choices: readonly JsonSchema[]) => choices.filter(({ type }) => type !== 'null');

/** Whether a choice has lines of its own. */
const isComposed = ({ $ref, properties, items }: JsonSchema) =>
  $ref !== undefined || properties !== undefined || items !== undefined;

function leaf(schema: JsonSchema, context: Context): string {
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) {
    const text = choices.map((choice) => leaf(choice, context)).join('|');
    return text.replace('boolean|YES|NO|true|false', 'flag').replace(/\|null$/, ' or null');
  }
  if (schema.const !== undefined) return String(schema.const || "''");
  if (schema.enum) return choicesAs(schema.enum.join('|'), context);
  const types = [schema.type ?? 'any'].flat();
  const type = types.find((each) => each !== 'null') ?? 'null';
  const orNull = types.length > 1 ? ' or null' : '';
  if (type === 'string')
    return (schema.format ?? `text ${range(schema.minLength, schema.maxLength)}`) + orNull;
  if (type === 'integer' || type === 'number')
    return `${type} ${range(schema.minimum, schema.maximum)}${orNull}`;
  return type + orNull;
}

function choicesAs(text: string, { used }: Context): string {
  const name = text.length > LONG_CHOICES ? choicesByText.get(text) : undefined;
  if (name === undefined) return text;
  used.add(name);
  return name;
}

function range(least: number | undefined, most: number | undefined, before = ''): string {
  const text = `${limit(least)}..${limit(most)}`;
  return text === '..' ? '' : before + text;
}

/** A limit that every whole number has is none. */
function limit(value: number | undefined): number | string {
  return value === undefined || Math.abs(value) === Number.MAX_SAFE_INTEGER ? '' : value;
}

/** Breaks a long line after a `|`. */
function wrap(line: string): string[] {
  const lines: string[] = [];
  let rest = line;
  while (rest.length > WIDTH && rest.lastIndexOf('|', WIDTH) > 0) {
    const end = rest.lastIndexOf('|', WIDTH) + 1;
    lines.push(rest.slice(0, end));
    rest = `    ${rest.slice(end)}`;
  }
  return [...lines, rest];
}
