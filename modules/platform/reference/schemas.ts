import { z } from 'zod';
import type { FieldKind } from '../fields/field.ts';
import type { JsonSchema } from './declared.ts';

/** The schemas of calls as JSON Schema 2020-12, for whoever sends them. */

/** How a value of each kind of field is written. Only kinds of which the length does not say it. */
const written: Partial<Record<FieldKind, string>> = {
  reference: 'Letters and digits. Blanks and hyphens are ignored.',
  name: 'One line, without a web address.',
  legalName: 'In Latin letters, as an American ID prints it.',
  email: 'An email address.',
  accountEmail: 'An email address.',
  phone: 'Ten digits of a US number. Blanks and signs are ignored.',
  postalCode: 'Five digits.',
  state: 'Two letters, such as TX.',
  date: 'YYYY-MM-DD or MM/DD/YYYY.',
  dateTime: 'YYYY-MM-DDTHH:mm, in the time zone of the company.',
  birthDate: 'YYYY-MM-DD or MM/DD/YYYY, after 1900-01-01.',
  ssn: 'Nine digits.',
  ssnLastFour: 'Four digits.',
  taxId: 'Nine digits.',
  webAddress: 'Begins with https://.',
  timeZone: 'An IANA name, such as America/Chicago.',
  color: 'Such as #ED683C.',
  money: 'Dollars, such as 49.50.',
};

/** What a caller sends, or gets: an answer is encoded, so that its flags are YES or NO and its times texts. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => simplify(zodSchema, jsonSchema as JsonSchema),
  });
  return made as JsonSchema;
}

/** Writes what JSON Schema cannot say of a zod schema, and leaves out what tells a reader nothing. */
function simplify(zodSchema: z.core.$ZodTypes, json: JsonSchema & { kind?: FieldKind }): void {
  if (zodSchema._zod.def.type === 'date') Object.assign(json, { type: 'string', format: 'date-time' });
  // The format says it.
  if (json.format) delete json.pattern;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  // A record of known names is an object with these fields.
  const { propertyNames, additionalProperties } = json;
  if (propertyNames?.enum && typeof additionalProperties === 'object') {
    json.properties = Object.fromEntries(
      propertyNames.enum.map((name) => [String(name), additionalProperties]),
    );
    json.additionalProperties = false;
    delete json.propertyNames;
  }
  if (json.kind) {
    const words = written[json.kind];
    if (words && !json.description) json.description = words;
    delete json.kind;
  }
}
