import type { SubmissionResult } from '@conform-to/react';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import type { z } from 'zod';
import type { Caller, Operation, Refusal } from '#modules/platform/index.ts';
import { type RefusalCode, refusalCode } from '#modules/words.ts';
import { flash } from './flash.server.ts';
import { parseForm, readForm } from './form.server.ts';

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** Who asks, for a page that only looks. @throws Response the page of a database that does not answer */
export async function callerOf({ context: { portal, visit }, request }: Args): Promise<Caller | null> {
  try {
    return await visit.caller();
  } catch (error) {
    const { text, status } = portal.asRefusal(error, visit, new URL(request.url).pathname);
    throw new Response(text, { status });
  }
}

/**
 * Runs an operation for a page: the same access rule, schema, throttle and transaction as the call has, without HTTP.
 * @returns the operation's output
 * @throws Response a redirect to the step that is missing, or the refusal's page
 */
export async function perform<C, I extends z.ZodType, O extends z.ZodType>(
  args: Args,
  operation: Operation<C, I, O>,
  input: z.input<I>,
): Promise<z.output<O>> {
  const { portal, visit } = args.context;
  try {
    return await portal.perform(operation, input, visit);
  } catch (error) {
    const refusal = portal.asRefusal(error, visit, operation.name);
    throw (
      (await stepMissing(args, operation, refusal)) ?? new Response(refusal.text, { status: refusal.status })
    );
  }
}

interface Submission<C, I extends z.ZodType, O extends z.ZodType, S extends z.ZodType, R> {
  schema: S;
  operation: Operation<C, I, O>;
  /** The operation's input from the form's value; the value itself where they are the same. */
  input?: (value: z.output<S>) => z.input<I>;
  /** Where the page goes once it is done: a redirect, or data for the same page. */
  done: (output: z.output<O>, value: z.output<S>) => R | Promise<R>;
  /** The form's name of a field that the operation calls otherwise. */
  fields?: Record<string, string>;
  /** Where a refusal leads that leaves nothing to do on this page; it is told on the next one. */
  refused?: Partial<Record<RefusalCode, () => string | Promise<string>>>;
  /** The form, where the action has read it already. */
  formData?: FormData;
}

/** Never sent back to the page that asked for them. A postal code is none of them, nor a business name. */
const secrets = /password|^code$|^verificationcode$|^ssn|_ssn|confirmssn|last4ssn|^card|^signature_/i;

/**
 * Parses a form by its schema and runs the operation with it. A wrong value or a refusal answers conform's reply with
 * its status, what was typed kept, secrets left out.
 */
export async function submit<C, I extends z.ZodType, O extends z.ZodType, S extends z.ZodType, R>(
  args: ActionFunctionArgs,
  submission: Submission<C, I, O, S, R>,
) {
  const { portal, visit } = args.context;
  const formData = submission.formData ?? (await readForm(args.request));
  const parsed = parseForm(formData, submission.schema);
  if (parsed.status !== 'success') {
    // A row was added or taken away: nobody has sent the form yet.
    if (parsed.status === undefined) return answer({ ...parsed.reply(), error: undefined }, 200);
    const { invalidAs } = submission.operation;
    return answer(parsed.reply(invalidAs ? { formErrors: [invalidAs({}).text] } : {}), 400);
  }
  const { operation, input, done } = submission;
  try {
    const value = input ? input(parsed.value) : (parsed.value as z.input<I>);
    return await done(await portal.perform(operation, value, visit), parsed.value);
  } catch (error) {
    if (error instanceof Response) throw error;
    const refusal = portal.asRefusal(error, visit, operation.name);
    const elsewhere = await stepMissing(args, operation, refusal);
    if (elsewhere) throw elsewhere;
    const onward = submission.refused?.[refusalCode(refusal)];
    if (onward) throw leave(args, refusal.text, await onward());
    return answer(parsed.reply(errorsOf(refusal, submission.fields ?? {})), refusal.status);
  }
}

/** The redirect to a page that says why one is there. */
export function leave({ context: { visit } }: Args, words: string, to: string): Response {
  flash(visit, words, 'bad');
  return redirect(to);
}

function errorsOf(refusal: Refusal, names: Record<string, string>) {
  const { field, issues } = refusal.options;
  const formName = (name: string) => names[name] ?? name;
  if (field && !issues) return { fieldErrors: { [formName(field)]: [refusal.text] } };
  if (!issues) return { formErrors: [refusal.text] };
  const fieldErrors = Object.fromEntries(
    Object.entries(issues).map(([name, texts]) => [formName(name), texts]),
  );
  return { formErrors: [refusal.text], fieldErrors };
}

function answer(reply: SubmissionResult<string[]>, status: number) {
  const kept = Object.entries(reply.initialValue ?? {}).filter(([name]) => !secrets.test(name));
  return data({ ...reply, initialValue: Object.fromEntries(kept) }, { status });
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
