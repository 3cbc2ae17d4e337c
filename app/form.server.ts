import { parseWithZod } from '@conform-to/zod/v4';
import { z } from 'zod';
import { Refusal } from '#modules/platform/index.ts';

/** Reads a request's form. @throws Response 400 for a body that is not a form */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch {
    throw invalid();
  }
}

/** The maximum number of fields in a form: more than any page of the portal has. */
const mostFields = 1000;
const longestName = 100;
const rowNumber = /\d{1,2}/.source;
const part = /[A-Za-z][\w-]*/.source;
const fieldName = new RegExp(`^${part}(?:\\[(?:${rowNumber})?\\]|\\.${part}){0,4}$`);

const name = z.string().max(longestName).regex(fieldName);
/** The intents of a list's buttons (components/form/repeat.tsx). */
const listIntent = z.object({
  type: z.enum(['insert', 'remove']),
  payload: z.object({ name, index: z.number().int().min(0).max(99).optional() }),
});

/**
 * Parses a form by its schema. Before the schema runs, conform builds whatever the field names describe, such as a list
 * of four billion rows or a very deep tree. Therefore names that no page of the portal uses are refused first.
 * @throws Response 400
 */
export function parseForm<S extends z.ZodType>(formData: FormData, schema: S) {
  let fields = 0;
  try {
    for (const [field, value] of formData) {
      fields += 1;
      const ours =
        field === '__intent__' ? listIntent.safeParse(JSON.parse(String(value))) : name.safeParse(field);
      if (!ours.success || fields > mostFields) throw invalid();
    }
    return parseWithZod(formData, { schema });
  } catch {
    throw invalid();
  }
}

function invalid(): Response {
  const { text, status } = new Refusal('invalid-input');
  return new Response(text, { status });
}
