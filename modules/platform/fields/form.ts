import type { z } from 'zod';
import type { AnyField, Fields } from './field.ts';
import { inputOf, type ShapeOf } from './schema.ts';

/** A form: its fields, for the page, and the schema that parses it in the browser and on the server. */
export class Form<F extends Fields = Fields, S extends z.ZodType = z.ZodType> {
  readonly fields: F;
  readonly schema: S;

  constructor(fields: F, schema: S) {
    this.fields = fields;
    this.schema = schema;
  }
}

export function form<F extends Fields>(fields: F): Form<F, z.ZodObject<ShapeOf<F>>>;
/** A form with rules between fields: `check` refines the schema that is made from the fields. */
export function form<F extends Fields, S extends z.ZodType>(
  fields: F,
  check: (schema: z.ZodObject<ShapeOf<F>>) => S,
): Form<F, S>;
export function form(fields: Fields, check?: (schema: z.ZodObject) => z.ZodType): Form {
  const schema = inputOf(fields);
  return new Form(fields, check ? check(schema) : schema);
}

export const buttonForm = form({});

/**
 * The option of a rule between fields that makes zod check it even if a field by itself is wrong, so that one
 * submission shows all errors. A value that could not be read is then missing.
 */
export const evenWithErrors = {
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
};

/**
 * The message of a field that is only marked, because another field carries the message. zod would replace an empty
 * one.
 */
const markedOnly = ' ';

/**
 * A check for `form`: the field `again` must repeat `first`. Both are marked as wrong (doc1 §5), but the message is
 * shown only at `again`.
 */
export function sameTwice<N extends string>(first: N, again: N, message: string) {
  return (value: Partial<Record<N, string>>, context: z.RefinementCtx) => {
    const [one, other] = [value[first], value[again]];
    if (typeof one !== 'string' || typeof other !== 'string' || one === other) return;
    context.addIssue({ code: 'custom', path: [first], message: markedOnly });
    context.addIssue({ code: 'custom', path: [again], message });
  };
}

/**
 * The values with which a refused form is shown again: those of its own fields, by their names in the form. Secret
 * fields and unknown values are left out.
 */
export function echoOf(fields: Fields, values: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.secret || !Object.hasOwn(values, name)) continue;
    kept[name] = echoOfField(field, values[name]);
  }
  return kept;
}

function echoOfField(field: AnyField, value: unknown): unknown {
  if (field.kind !== 'rows' || !Array.isArray(value)) return value;
  return value.map((row) => (isRecord(row) ? echoOf(field.of, row) : undefined));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
