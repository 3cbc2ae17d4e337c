import type { JsonSchema } from './declared.ts';
import { typeWords } from './words.ts';

/** One field of a request or an answer, for a reader. */
export interface FieldView {
  /** With the names of the objects around it: `profileobject.city`, `rows[].id`. */
  name: string;
  type: string;
  required: boolean;
  /** The label of the field, how it is written, its choices and its default: one sentence each. */
  words: string;
}

/** The fields of a schema, each before those inside it. */
export function fieldsOf(schema: JsonSchema): FieldView[] {
  return inside(schema, '');
}

function inside(schema: JsonSchema, at: string): FieldView[] {
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = at === '' ? name : `${at}.${name}`;
    return [fieldOf(path, field, schema.required?.includes(name) ?? false), ...inside(field, path)];
  });
  const items = schema.items ? inside(schema.items, `${at}[]`) : [];
  const values =
    typeof schema.additionalProperties === 'object' ? inside(schema.additionalProperties, `${at}.*`) : [];
  return once([...own, ...parts.flatMap((part) => inside(part, at)), ...items, ...values]);
}

/** A field that several forms of an object have is shown once. */
function once(fields: readonly FieldView[]): FieldView[] {
  return [...new Map(fields.toReversed().map((field) => [field.name, field])).values()].toReversed();
}

function fieldOf(name: string, schema: JsonSchema, required: boolean): FieldView {
  return { name, type: typeWords(schema), required, words: sentences(schema).join(' ') };
}

function sentences(schema: JsonSchema): string[] {
  const said = [schema.title, schema.description].flatMap((text) => (text ? [ended(text)] : []));
  const choices = choicesOf(schema);
  const listed = choices.length > 1 ? [`${choices.join(', ')}.`] : [];
  const otherwise =
    schema.default === undefined || schema.default === ''
      ? []
      : [`Default: ${JSON.stringify(schema.default)}.`];
  return [...said, ...listed, ...otherwise];
}

const ended = (text: string) => (/[.?!]$/.test(text) ? text : `${text}.`);

/** The choices of a value, or of the values of a list, except YES and NO. */
function choicesOf(schema: JsonSchema): string[] {
  const own = schema.enum ?? [schema.items, ...(schema.anyOf ?? [])].find((part) => part?.enum)?.enum ?? [];
  return own.includes('YES') ? [] : own.filter((value) => value !== '').map(String);
}
