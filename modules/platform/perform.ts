import type { z } from 'zod';
import type { Caller } from './caller.ts';
import type { Operation, Portal } from './contract.ts';
import { type NamedIssue, namedIssues, valueAt } from './named-issues.ts';
import { Refusal } from './refusals.ts';
import { throttleSource } from './throttle.ts';
import type { Visit } from './visit.ts';

/**
 * Runs an operation for a request: caller, access rule, schema, throttle, then the transaction. Every operation that a
 * request asks for is run by this function.
 * @param input as received; the operation's schema decodes and checks it and drops unknown fields (D80)
 * @returns the operation's output, with booleans for flags
 * @throws Refusal
 */
export async function perform<C, I extends z.ZodType, O extends z.ZodType>(
  portal: Portal,
  operation: Operation<C, I, O>,
  input: unknown,
  visit: Visit,
): Promise<z.output<O>> {
  const caller = await visit.caller();
  const admitted = admit(operation, caller);
  const value = parse(operation, input);
  await applyThrottle(portal, operation, value, visit, caller?.accountId);
  const entry = { visit, caller: admitted, operation: operation.name };
  return operation.kind === 'write'
    ? portal.transaction(entry, (work) => operation.run(work, value))
    : portal.reading(entry, (work) => operation.run(work, value));
}

/**
 * The caller in the type that the operation's access rule returns.
 * @throws Refusal that of the rule, or not-in-admin-session (D16)
 */
export function admit<C>(operation: Guarded<C>, caller: Caller | null): C {
  const admitted = operation.access.admit(caller);
  if (operation.inPersonOnly && caller?.adminAccountId) throw new Refusal('not-in-admin-session');
  return admitted;
}

/** The parts of an operation that determine who may run it. */
export type Guarded<C> = Pick<Operation<C, z.ZodType, z.ZodType>, 'access' | 'inPersonOnly'>;

function parse<C, I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<C, I, O>,
  input: unknown,
): z.output<I> {
  let result: z.ZodSafeParseResult<z.output<I>>;
  try {
    result = operation.input.safeParse(input);
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
  throw operation.invalidAs?.(options) ?? new Refusal('invalid-input', options);
}

/**
 * An invalid id is answered like the id of a row that does not exist (D80). An empty text is a missing value instead.
 */
function isNoId({ code, format, path }: NamedIssue, input: unknown): boolean {
  return code === 'invalid_format' && format === 'uuid' && valueAt(input, path) !== '';
}

async function applyThrottle<C, I extends z.ZodType, O extends z.ZodType>(
  portal: Portal,
  operation: Operation<C, I, O>,
  value: z.output<I>,
  visit: Visit,
  accountId: string | undefined,
): Promise<void> {
  const throttle = operation.throttle;
  if (!throttle) return;
  const whose =
    throttle.key?.(visit, value) ??
    (throttle.by === 'account' && accountId ? accountId : throttleSource(visit.address));
  const hit = await portal.throttles.hit(`${throttle.together ?? operation.name}:${whose}`, {
    limit: throttle.limit,
    per: throttle.per,
  });
  if (!hit.allowed) throw new Refusal('throttled', { retryAfter: Math.ceil(hit.retryAfter / 1000) });
}
