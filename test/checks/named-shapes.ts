import { globSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Form } from '#modules/platform/fields/form.ts';
import type { JsonSchema } from './inputs.ts';

/**
 * A schema on both sides: as it is sent, and as the operation reads it. A schema may shorten or convert a value before
 * it checks it.
 */
export interface Shape {
  sent: JsonSchema;
  read: JsonSchema;
}

/** The parts of a grid (modules/platform/grid) that its operations take and answer. */
interface Grid {
  name: string;
  filterInput: z.ZodType;
  input: z.ZodType;
  row: z.ZodType;
  output: z.ZodType;
  csv: { output: z.ZodObject<{ rows: z.ZodArray<z.ZodType> }> };
}

/** What the modules export under a name, such as `network.alertConfig` or `grid shared-with-me, row`. */
interface Named {
  schemas: Map<string, z.ZodType>;
  forms: Map<string, z.ZodType>;
  /** Lists of texts. */
  choices: Map<string, readonly string[]>;
}

const root = join(import.meta.dirname, '../..');

async function readExports(): Promise<Named> {
  const named: Named = { schemas: new Map(), forms: new Map(), choices: new Map() };
  for (const file of globSync('modules/*/**/*.ts', { cwd: root }).sort()) {
    const exported: Record<string, unknown> = await import(join(root, file));
    for (const [name, value] of Object.entries(exported).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      add(named, `${file.split('/')[1]}.${name}`, value);
  }
  return named;
}

function add({ schemas, forms, choices }: Named, name: string, value: unknown): void {
  if (value instanceof Form) forms.set(name, value.schema);
  else if (value instanceof z.ZodObject) schemas.set(name, value);
  else if (isGrid(value)) {
    const grid = `grid ${value.name}`;
    schemas.set(`${grid}, filters`, value.filterInput);
    schemas.set(`${grid}, page`, value.input);
    schemas.set(`${grid}, row`, value.row);
    schemas.set(`${grid}, answer`, value.output);
    schemas.set(`${grid}, exported row`, value.csv.output.shape.rows.element);
  } else if (Array.isArray(value)) choices.set(name, value.map(String));
  else if (typeof value === 'object' && value !== null) choices.set(name, Object.keys(value));
}

const isGrid = (value: unknown): value is Grid =>
  typeof value === 'object' && value !== null && 'filterInput' in value;

const { schemas, forms, choices } = await readExports();

const ids = z.registry<{ id: string }>();
// A schema that is exported twice has the first name.
for (const [name, schema] of schemas) if (!ids.has(schema)) ids.add(schema, { id: name });

const uri = (id: string) => `#/$defs/${id}`;

/** The name that a reference in a shape leads to. */
export const nameIn = (reference: string) => reference.slice(uri('').length);

function options(io: 'input' | 'output') {
  return {
    io,
    metadata: ids,
    unrepresentable: 'any' as const,
    uri,
    override: ({
      zodSchema,
      jsonSchema,
    }: {
      zodSchema: z.core.$ZodTypes;
      jsonSchema: { type?: unknown };
    }) => {
      if (zodSchema._zod.def.type === 'date') jsonSchema.type = 'date';
      // The lengths of texts, which are counted in code points.
      Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
    },
  };
}

/** The shape of a schema. An exported schema in it is a reference to its name. */
export function shapeOf(schema: z.ZodType): Shape {
  return {
    sent: z.toJSONSchema(schema, options('input')) as JsonSchema,
    read: z.toJSONSchema(schema, options('output')) as JsonSchema,
  };
}

const [sent, read] = (['input', 'output'] as const).map((io) => z.toJSONSchema(ids, options(io)).schemas);

/** The shapes of the exported schemas, by their names. */
export const namedShapes: ReadonlyMap<string, Shape> = new Map(
  Object.keys(sent ?? {}).map((name) => [
    name,
    { sent: sent?.[name] as JsonSchema, read: read?.[name] as JsonSchema },
  ]),
);

/** The shapes of the forms, by their names. */
export const formShapes: ReadonlyMap<string, Shape> = new Map(
  [...forms].map(([name, schema]) => [name, shapeOf(schema)]),
);

/** The names of the exported lists of choices, by the choices with `|` between them. */
export const choicesByText: ReadonlyMap<string, string> = new Map(
  [...choices].toReversed().map(([name, list]) => [list.join('|'), name]),
);
