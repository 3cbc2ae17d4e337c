import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import type { z } from 'zod';
import type { Caller, Operation, Refusal } from '#modules/platform/index.ts';
import { type RefusalCode, refusalCode } from '#modules/words.ts';
import { flash } from './flash.server.ts';

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** Who asks, for a page that only looks. @throws Response the page of a database that does not answer */
export async function callerOf({ context: { portal, visit }, request }: Args): Promise<Caller | null> {
  try {
    return await visit.caller();
  } catch (error) {
    throw errorPage(portal.asRefusal(error, visit, new URL(request.url).pathname));
  }
}

/** What an operation answered, or why it did not: an expected refusal, by its code, with the person's text. */
export type Attempt<T> = { ok: true; output: T } | { ok: false; code: RefusalCode; refusal: Refusal };

/** Faults of ours: no page can go on with them. */
const faults: readonly RefusalCode[] = ['failed', 'unavailable'];

/**
 * Runs an operation for a page that has something to do with a refusal. It has the same access rule, schema, throttle
 * and transaction as a call.
 * @returns the output, or the refusal
 * @throws Response a redirect to the step that the session lacks, or the error page of a fault
 */
export async function attempt<C, I extends z.ZodType, O extends z.ZodType>(
  args: Args,
  operation: Operation<C, I, O>,
  input: z.input<I>,
): Promise<Attempt<z.output<O>>> {
  const asked = await ask(args, operation, input);
  if (!asked.ok && faults.includes(asked.code)) throw errorPage(asked.refusal);
  return asked;
}

/** As `attempt`, for a page that keeps what was typed when a fault of ours comes between. */
export async function ask<C, I extends z.ZodType, O extends z.ZodType>(
  args: Args,
  operation: Operation<C, I, O>,
  input: z.input<I>,
): Promise<Attempt<z.output<O>>> {
  const { portal, visit } = args.context;
  try {
    return { ok: true, output: await portal.perform(operation, input, visit) };
  } catch (error) {
    const refusal = portal.asRefusal(error, visit, operation.name);
    const step = await stepMissing(args, operation, refusal);
    if (step) throw step;
    return { ok: false, code: refusalCode(refusal), refusal };
  }
}

/**
 * Runs an operation for a page that cannot go on without its output.
 * @throws Response as `attempt`, and the error page of any refusal
 */
export async function perform<C, I extends z.ZodType, O extends z.ZodType>(
  args: Args,
  operation: Operation<C, I, O>,
  input: z.input<I>,
): Promise<z.output<O>> {
  const attempted = await attempt(args, operation, input);
  if (attempted.ok) return attempted.output;
  throw errorPage(attempted.refusal);
}

/** The page that shows a refusal and nothing else. */
export function errorPage({ text, status }: Refusal): Response {
  return new Response(text, { status });
}

/** The redirect to a page that says why one is there. */
export function leave({ context: { visit } }: Args, words: string, to: string): Response {
  flash(visit, words, 'bad');
  return redirect(to);
}

const steps: Partial<Record<RefusalCode, string>> = {
  'two-step-needed': '/verify',
  'terms-needed': '/register/terms',
  'verification-needed': '/register/verification',
};

/** The sign-in, which leads back to the page that was asked for. */
export function loginAddress(request: Request): string {
  const { pathname, search } = new URL(request.url);
  if (request.method !== 'GET' || pathname === '/user') return '/login';
  return `/login?next=${encodeURIComponent(pathname.replace(/\.data$/, '') + search)}`;
}

/** Where the browser goes when the session lacks a step (D11), or is not for this part of the site (D70). */
async function stepMissing(
  { request, context }: Args,
  operation: { access: { name: string } },
  refusal: Refusal,
): Promise<Response | null> {
  const step = steps[refusalCode(refusal)];
  if (step) return redirect(step);
  if (refusal.code === 'no-session') {
    return redirect(loginAddress(request));
  }
  if (refusal.code === 'not-found' && operation.access.name === 'staff') {
    const caller = await context.visit.caller();
    return caller?.role === 'ADMIN' ? null : redirect('/logout');
  }
  return null;
}
