import type { z } from 'zod';
import type { Caller } from './caller.ts';
import type { Operation, Portal } from './contract.ts';
import { type NamedIssue, namedIssues, valueAt } from './named-issues.ts';
import { Refusal } from './refusals.ts';
import { throttleSource } from './throttle.ts';
import type { Visit } from './visit.ts';

/**
 * Runs an operation for a request: caller, access rule, schema, throttle, then the transaction. Every door comes
 * through here.
 * @param input as it came: decoded and checked by the operation's schema, unknown fields dropped (D80)
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
 * The caller in the shape that the operation's access rule gives.
 * @throws Refusal as the rule does, and not-in-admin-session (D16)
 */
export function admit<C>(operation: Guarded<C>, caller: Caller | null): C {
  const admitted = operation.access.admit(caller);
  if (operation.inPersonOnly && caller?.adminAccountId) throw new Refusal('not-in-admin-session');
  return admitted;
}

/** What of an operation decides who may run it. */
export type Guarded<C> = Pick<Operation<C, z.ZodType, z.ZodType>, 'access' | 'inPersonOnly'>;

function parse<C, I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<C, I, O>,
  input: unknown,
): z.output<I> {
  let result: z.ZodSafeParseResult<z.output<I>>;
  try {
    result = operation.input.safeParse(input);
  } catch (error) {
    // A body nested so deep that walking it overflows the stack is wrong input, not a fault of ours.
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

/** A text that is no id names a row that is not there, and is told the same (D80); an empty one names none. */
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
