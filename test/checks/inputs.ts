import { z } from 'zod';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: Json[];
  const?: Json;
  default?: Json;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** The JSON Schema of a schema's input. Rules that it cannot express are left out. */
export function schemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
}

/** Values that usually satisfy a pattern or a rule, by the name of the field. */
const byName: [RegExp, Json][] = [
  [/email/, 'someone.else@example.com'],
  [/mobile|phone/, '5125550123'],
  [/password/, 'violet-Harbor-4471'],
  [/postalcode|zip/, '78701'],
  [/state/, 'TX'],
  [/ssn/, '900-00-0002'],
  [/date|dob|expiration/, '1980-04-12'],
  [/code$/, 'A1B2C3'],
  [/shieldid|searchterm|searchvalue/, 'TX123456789'],
];

/** An input that is valid according to the JSON Schema. */
export function validInput(schema: z.ZodType): Json {
  return example(schemaOf(schema), '');
}

function example(schema: JsonSchema, name: string): Json {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0] ?? null;
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice) return example(choice[0] ?? {}, name);
  if (schema.allOf) return example(Object.assign({}, ...schema.allOf), name);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (schema.properties || type === 'object') {
    const entries = Object.entries(schema.properties ?? {});
    return Object.fromEntries(entries.map(([key, value]) => [key, example(value, key)]));
  }
  if (type === 'array') return schema.minItems ? [example(schema.items ?? {}, name)] : [];
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'boolean') return true;
  if (schema.format === 'uuid') return '01890a5d-ac96-774b-bcce-b302099a8057';
  const known = byName.find(([pattern]) => pattern.test(name));
  if (known) return known[1];
  if (schema.format === 'email') return 'someone.else@example.com';
  if (schema.format === 'date') return '1980-04-12';
  return 'A plain text'.padEnd(schema.minLength ?? 0, ' x').slice(0, schema.maxLength ?? 200);
}

/** The paths of the fields that contain an id. */
export function fieldsWithIds(schema: JsonSchema, at: string[] = []): string[][] {
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [
    ...(schema.format === 'uuid' ? [at] : []),
    ...parts.flatMap((part) => fieldsWithIds(part, at)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => fieldsWithIds(part, [...at, name])),
    ...(schema.items ? fieldsWithIds(schema.items, [...at, '0']) : []),
  ];
}

/** The input with one field changed. The path is one of `fieldsWithIds`. */
export function withField(input: unknown, [head, ...rest]: string[], value: string): unknown {
  if (head === undefined) return value;
  const holder = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>;
  if (head === '0') return [withField(undefined, rest, value)];
  return { ...holder, [head]: withField(holder[head], rest, value) };
}
