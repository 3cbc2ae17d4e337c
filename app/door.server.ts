import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import type { z } from 'zod';
import { brandForHost, getTermsDue } from '#modules/enterprise/index.ts';
import { hadSession } from '#modules/identity/index.ts';
import { SECOND, tryAgainAt } from '#modules/platform/browser.ts';
import {
  type Access,
  admit,
  type Caller,
  enter,
  type Guarded,
  type Operation,
  type Refusal,
} from '#modules/platform/index.ts';
import { type RefusalCode, refusalCode } from '#modules/words.ts';
import { flash } from './flash.server.ts';
import { heldAnswer, heldForm, pageOf } from './held-form.server.ts';
import { loadBrand } from './routes/shell/brand.server.ts';
import type { TermsDue } from './terms-due.ts';
import { timeZoneOf } from './zone.server.ts';

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/**
 * The caller, for a page that runs no operation.
 * @throws Response the error page if the database does not answer
 */
export async function callerOf({ context: { portal, visit }, request }: Args): Promise<Caller | null> {
  try {
    return await visit.caller();
  } catch (error) {
    throw errorPage(portal.asRefusal(error, visit, new URL(request.url).pathname));
  }
}

/**
 * The caller, for a page or a frame that shows something of the signed-in person without running an operation: each
 * loader can be requested alone (`?_routes=`), so each must check access itself.
 * @throws Response like `perform`
 */
export async function requireCaller<C>(args: Args, access: Access<C>): Promise<C> {
  const caller = await callerOf(args);
  const denied = await denialOf(args, { access });
  if (denied) throw errorPage(denied);
  return access.admit(caller);
}

/** Why the access rule of an operation refuses the caller; null if it admits them. */
async function refusalBy<C>(args: Args, operation: Guarded<C>): Promise<Refusal | null> {
  const caller = await callerOf(args);
  try {
    admit(operation, caller);
    return null;
  } catch (error) {
    const { portal, visit } = args.context;
    return portal.asRefusal(error, visit, new URL(args.request.url).pathname);
  }
}

/**
 * Why the caller may not run an operation; null if they may. A form checks this before it checks what was typed.
 * @throws Response a redirect to the session's missing step
 */
export async function denialOf<C>(args: Args, operation: Guarded<C>): Promise<Refusal | null> {
  const refusal = await refusalBy(args, operation);
  const step = refusal && (await stepMissing(args, operation, refusal));
  if (step) throw step;
  return refusal;
}

/** Whether the caller may run an operation once they have accepted new terms. */
export async function awaitsTerms<C>(args: Args, operation: Guarded<C>): Promise<boolean> {
  return (await refusalBy(args, operation))?.code === 'terms-needed';
}

/**
 * Why a request with files may not be read; null if it may. Access, throttle and the operation's `ready` are decided
 * from its head.
 * @param about the ids in the address of the page
 * @throws Response a redirect to the session's missing step, or the error page of a failure
 */
export async function entranceOf<C>(
  args: Args,
  operation: Operation<C, z.ZodType, z.ZodType>,
  about: unknown,
): Promise<Refusal | null> {
  const { portal, visit } = args.context;
  try {
    await enter(portal, operation, about, visit);
    return null;
  } catch (error) {
    const refusal = portal.asRefusal(error, visit, operation.name);
    const step = await stepMissing(args, operation, refusal);
    if (step) throw step;
    if (faults.includes(refusalCode(refusal))) throw errorPage(refusal);
    return forReader(args, refusal);
  }
}

/** Whether a page should offer an operation to the caller. Uses the access rule of the operation itself. */
export async function isAllowed<C>(args: Args, operation: Guarded<C>): Promise<boolean> {
  return (await denialOf(args, operation)) === null;
}

/**
 * For the page of a form: somebody who may not send it sees the reason instead of the form.
 * @throws Response the error page, or a redirect to the session's missing step
 */
export async function requireAllowed<C>(args: Args, operation: Guarded<C>): Promise<void> {
  const denied = await denialOf(args, operation);
  if (denied) throw errorPage(denied);
}

/** The output of an operation, or an expected refusal with its code. */
export type Attempt<T> = { ok: true; output: T } | { ok: false; code: RefusalCode; refusal: Refusal };

/** Refusals that are failures of the portal itself, after which no page can continue. */
const faults: readonly RefusalCode[] = ['failed', 'unavailable'];

/**
 * Runs an operation for a page that handles refusals itself. Access rule, schema, throttle and transaction are the same
 * as for a call.
 * @returns the output, or the refusal
 * @throws Response a redirect to the session's missing step, or the error page of a failure
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

/** Thrown after an operation that was only tried, which was not refused: nothing has changed. */
export class Undone extends Error {}

async function undo(): Promise<never> {
  throw new Undone();
}

/**
 * Like `attempt`, but for a page that keeps what was typed after a failure of the portal.
 * @param undone whether the transaction is undone, for an operation that is one
 * @throws Undone
 */
export async function ask<C, I extends z.ZodType, O extends z.ZodType>(
  args: Args,
  operation: Operation<C, I, O>,
  input: z.input<I>,
  undone = false,
): Promise<Attempt<z.output<O>>> {
  const { portal, visit } = args.context;
  if (undone && operation.kind !== 'write') throw new Error(`${operation.name} cannot be undone`);
  if (operation.kind !== 'read' && (await heldForm(args))) throw await heldAnswer(args);
  try {
    return { ok: true, output: await portal.perform(operation, input, visit, undone ? undo : undefined) };
  } catch (error) {
    if (error instanceof Undone) throw error;
    const refusal = portal.asRefusal(error, visit, operation.name);
    const step = await stepMissing(args, operation, refusal);
    if (step) throw step;
    return { ok: false, code: refusalCode(refusal), refusal: await forReader(args, refusal) };
  }
}

/**
 * Runs an operation for a page that cannot be shown without its output.
 * @throws Response as `attempt` does, and the error page for any refusal
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

/** Whether the code of a link was refused because it does not exist or has an impossible format. */
export function leadsNowhere(code: Refusal['code']): boolean {
  return code === 'not-found' || code === 'invalid-input';
}

/** The page that shows only a refusal. */
export function errorPage({ text, status, options: { retryAfter } }: Refusal): Response {
  return new Response(text, {
    status,
    headers: retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) },
  });
}

/** The sentence for whoever has to wait until this moment, in their time zone. */
export async function waitSentence({ context: { portal, visit } }: Args, until: Date): Promise<string> {
  const { timeZone } = await brandForHost(portal, visit.host);
  return tryAgainAt(until, portal.clock.now(), timeZoneOf(visit, timeZone));
}

/** A refusal whose reader has to wait, with the time of day until when. The answer gets the header Retry-After. */
async function forReader(args: Args, refusal: Refusal): Promise<Refusal> {
  const { retryAfter } = refusal.options;
  if (retryAfter === undefined || refusal.status === 503) return refusal;
  args.context.retryAfter = retryAfter;
  const until = new Date(args.context.portal.clock.now().getTime() + retryAfter * SECOND);
  return refusal.sayingWait(await waitSentence(args, until));
}

/** A redirect to a page that shows the reason. */
export function leave({ context: { visit } }: Args, words: string, to: string): Response {
  flash(visit, words, 'bad');
  return redirect(to);
}

const steps: Partial<Record<RefusalCode, string>> = {
  'two-step-needed': '/verify',
  'verification-needed': '/register/verification',
};

/** The address of the sign-in page, which shows why it is needed and leads back to the page. */
function loginAddress(args: Args): string {
  const query = wayBack(args);
  if (!hadSession(args.context.visit)) return `/login${query}`;
  return `/login?ended${query.replace('?', '&')}`;
}

/**
 * The query that makes a step of the sign-in lead back to the page. Empty for the home page, to which the sign-in leads
 * anyway.
 */
function wayBack(args: Args): string {
  const next = pageOf(args);
  return next && next !== '/user' ? `?next=${encodeURIComponent(next)}` : '';
}

/**
 * The answer as long as the terms are not accepted: a new account, and whoever opens the address of a file, is redirected
 * to the page of the terms; anybody else reads them over the page they asked for (doc2 §2.1).
 */
async function termsAnswer(args: Args): Promise<Response> {
  const caller = await args.context.visit.caller();
  const opensFile = args.request.headers.get('Sec-Fetch-Dest') === 'document' && !args.context.showsPage();
  if (!caller?.emailVerified || opensFile) return redirect(`/register/terms${wayBack(args)}`);
  const due = await perform(args, getTermsDue, {});
  const { view: brand } = await loadBrand(args.context);
  return Response.json({ kind: 'terms-due', ...due, brand } satisfies TermsDue, { status: 403 });
}

/**
 * The redirect for a session with a missing step (D11), or without access to this part of the site (D70). If staff act
 * as a person, that session is kept even if another tab requests a page of the console.
 */
async function stepMissing(
  args: Args,
  operation: { access: { name: string } },
  refusal: Refusal,
): Promise<Response | null> {
  const step = steps[refusalCode(refusal)];
  if (refusal.code === 'terms-needed') return termsAnswer(args);
  if (step) return redirect(step + wayBack(args));
  if (refusal.code === 'no-session') {
    return redirect(loginAddress(args));
  }
  if (refusal.code === 'not-found' && operation.access.name.startsWith('staff')) {
    const caller = await args.context.visit.caller();
    if (caller?.adminAccountId) return redirect('/user');
    return caller?.role === 'ADMIN' ? null : redirect('/logout');
  }
  return null;
}
