import type { z } from 'zod';
import type { Caller } from './caller.ts';
import type { Operation, Portal } from './contract.ts';
import type { Database } from './database/sql.ts';
import { parseInput } from './parsing.ts';
import { Refusal } from './refusals.ts';
import { throttleSource } from './throttle.ts';
import type { Visit } from './visit.ts';

/**
 * Runs an operation for a request: caller, access rule, schema, throttle, then the transaction. Every operation that a
 * request asks for is run by this function.
 * @param input as received; the operation's schema decodes and checks it and drops unknown fields (D80)
 * @param finish keeps the output: in the same transaction if the operation is one, otherwise after it
 * @returns the operation's output, with booleans for flags
 * @throws Refusal
 */
export async function perform<C, I extends z.ZodType, O extends z.ZodType>(
  portal: Portal,
  operation: Operation<C, I, O>,
  input: unknown,
  visit: Visit,
  finish?: (db: Database, output: z.output<O>) => Promise<void>,
): Promise<z.output<O>> {
  const caller = await visit.caller();
  const admitted = admit(operation, caller, visit);
  const value = parseInput(operation.input, input, operation.invalidAs);
  const whose = caller?.accountId ?? visit.key?.companyId;
  if (!wasCounted(visit, operation)) await applyThrottle(portal, operation, value, visit, whose);
  const entry = { visit, caller: admitted, operation: operation.name, mayLag: operation.mayLag };
  if (operation.kind === 'write') {
    return portal.transaction(entry, async (work) => {
      const output = await operation.run(work, value);
      await finish?.(work.db, output);
      if (operation.throttle?.refusedOnly) {
        await portal.throttles.within(work).takeBack(countedAs(operation, value, visit, whose));
      }
      return output;
    });
  }
  const output = await portal.reading(entry, (work) => operation.run(work, value));
  await finish?.(portal.db, output);
  return output;
}

/**
 * Decides about a request with files from its head, before its body is read: access rule, throttle, and whether files
 * may be sent now. A following `perform` of the same visit checks access again, and does not count the request twice.
 * @param about the ids in the address of the page
 * @throws Refusal
 */
export async function enter<C>(
  portal: Portal,
  operation: Operation<C, z.ZodType, z.ZodType>,
  about: unknown,
  visit: Visit,
): Promise<void> {
  const caller = await visit.caller();
  const admitted = admit(operation, caller, visit);
  if (operation.throttle?.key) throw new Error(`The throttle of ${operation.name} needs the body`);
  await applyThrottle(portal, operation, undefined, visit, caller?.accountId);
  counted.set(visit, operation.name);
  const entry = { visit, caller: admitted, operation: operation.name };
  await portal.reading(entry, async (work) => operation.ready?.(work, about));
}

/** The operation for which a visit was counted before its body was read. */
const counted = new WeakMap<Visit, string>();

function wasCounted(visit: Visit, { name }: { name: string }): boolean {
  if (counted.get(visit) !== name) return false;
  return counted.delete(visit);
}

/**
 * The caller in the type that the operation's access rule returns.
 * @throws Refusal that of the rule, or not-in-admin-session (D16)
 */
export function admit<C>(
  operation: Guarded<C>,
  caller: Caller | null,
  { key, operator }: Pick<Visit, 'key' | 'operator'> = { key: null, operator: null },
): C {
  const admitted = operation.access.admit(caller, key, operator);
  if (operation.inPersonOnly && caller?.adminAccountId) throw new Refusal('not-in-admin-session');
  return admitted;
}

/** The parts of an operation that determine who may run it. */
export type Guarded<C> = Pick<Operation<C, z.ZodType, z.ZodType>, 'access' | 'inPersonOnly'>;

async function applyThrottle<C, I extends z.ZodType, O extends z.ZodType>(
  portal: Portal,
  operation: Operation<C, I, O>,
  value: z.output<I>,
  visit: Visit,
  accountId: string | undefined,
): Promise<void> {
  const throttle = operation.throttle;
  if (!throttle) return;
  const hit = await portal.throttles.hit(countedAs(operation, value, visit, accountId), {
    limit: throttle.limit,
    per: throttle.per,
  });
  if (!hit.allowed) throw new Refusal('throttled', { retryAfter: Math.ceil(hit.retryAfter / 1000) });
}

/** The name under which the throttle of an operation counts a request. */
function countedAs<I extends z.ZodType>(
  { name, throttle }: Pick<Operation<never, I, z.ZodType>, 'name' | 'throttle'>,
  value: z.output<I>,
  visit: Visit,
  accountId: string | undefined,
): string {
  const whose =
    throttle?.key?.(visit, value) ??
    (throttle?.by === 'account' && accountId ? accountId : throttleSource(visit.address));
  return `${throttle?.together ?? name}:${whose}`;
}
