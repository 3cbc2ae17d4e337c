import type { z } from 'zod';
import { type NamedIssue, namedIssues, valueAt } from './named-issues.ts';
import { Refusal, type RefusalOptions } from './refusals.ts';

/**
 * Decodes and checks input by a schema.
 * @param invalidAs the refusal for wrong input; otherwise `invalid-input`
 * @throws Refusal
 */
export function parseInput<S extends z.ZodType>(
  schema: S,
  input: unknown,
  invalidAs?: (options: RefusalOptions) => Refusal,
): z.output<S> {
  let result: z.ZodSafeParseResult<z.output<S>>;
  try {
    result = schema.safeParse(input);
  } catch (error) {
    // A body can be nested so deeply that checking it overflows the stack. That is wrong input, not an error of ours.
    if (error instanceof RangeError) throw new Refusal('invalid-input', { detail: 'too deep' });
    throw error;
  }
  if (result.success) return result.data;
  const issues: Record<string, string[]> = {};
  const named = namedIssues(result.error.issues, input);
  for (const issue of named) {
    const field = issue.path.join('.');
    issues[field] = [...(issues[field] ?? []), issue.message];
  }
  const options = { issues, detail: Object.keys(issues).join(', ') };
  if (named.some((issue) => isNoId(issue, input))) throw new Refusal('not-found', { detail: options.detail });
  throw invalidAs?.(options) ?? new Refusal('invalid-input', options);
}

/**
 * An invalid id is answered like the id of a row that does not exist (D80). An empty text is a missing value instead.
 */
function isNoId({ code, format, path }: NamedIssue, input: unknown): boolean {
  return code === 'invalid_format' && format === 'uuid' && valueAt(input, path) !== '';
}
