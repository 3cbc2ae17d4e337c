import type { SubmissionResult } from '@conform-to/react';
import { type ActionFunctionArgs, data } from '@remix-run/node';
import type { z } from 'zod';
import type { Fields } from '#modules/platform/fields/field.ts';
import { echoOf, type Form } from '#modules/platform/fields/form.ts';
import { type Guarded, type Operation, Refusal } from '#modules/platform/index.ts';
import type { RefusalCode } from '#modules/words.ts';
import { ask, denialOf, errorPage, leave, requireAllowed } from './door.server.ts';
import type { Exact, Same } from './exact.ts';
import { type FileForm, withFiles } from './file-form.server.ts';
import { isMultipart, parseForm, type ReadForm, readForm } from './form.server.ts';
import { formName, type Intent, intentField } from './intents.ts';
import { forgetKept, keeping } from './kept-text.server.ts';

/**
 * Arguments of an action whose form has already been read, for example to find the pressed button.
 * With `undone`, `submit` undoes what it did, and throws `Undone`.
 */
export type ReadActionArgs = ActionFunctionArgs & ReadForm & { undone?: true };

/**
 * The action of a page with several forms or buttons: exactly one handler for each of its intents. The form is read once
 * and passed to the handler. An unknown intent is answered with 400.
 * @param names the page's intents, as its forms and buttons send them
 * @param filesOf the page's form with files, if it has one
 */
export function intents<N extends string, R extends Record<N, unknown>, C = never, F = never>(
  names: Record<N, Intent> & Record<NoInfer<keyof R>, Intent>,
  table: { [K in keyof R]: (args: ReadActionArgs) => R[K] },
  filesOf?: (args: ActionFunctionArgs) => FileForm<C, F> | Promise<FileForm<C, F>>,
) {
  const action = async (args: ActionFunctionArgs): Promise<Awaited<R[N]> | F> => {
    if (!filesOf || !isMultipart(args.request)) return press({ ...args, ...(await readForm(args)) });
    return withFiles(args, await filesOf(args), press);
  };
  const press = async (args: ReadActionArgs): Promise<Awaited<R[N]>> => {
    const { formData } = args;
    // The intent of the form comes first, that of the pressed button after it.
    const pressed = formData.getAll(intentField).at(-1);
    formData.delete(intentField);
    if (typeof pressed !== 'string' || !Object.hasOwn(names, pressed)) {
      throw errorPage(new Refusal('invalid-input', { detail: 'unknown intent' }));
    }
    return await table[pressed as N](args);
  };
  return Object.assign(action, { intents: Object.keys(names) });
}

/** What a form needs to run its operation, with the answers. */
export interface Sending<
  C,
  I extends z.ZodType,
  O extends z.ZodType,
  F extends Fields,
  S extends z.ZodType,
  R,
  Q = never,
> {
  form: Form<F, S>;
  operation: Operation<C, I, O>;
  /** The answer after success: a redirect, or data for the same page. */
  done: (output: z.output<O>, value: z.output<S>) => R | Promise<R>;
  /** Where to redirect after refusals that leave nothing to do on this page. The next page shows the text. */
  refused?: Partial<Record<RefusalCode, () => string | Promise<string>>>;
  /** The answer to refusals for which the page asks something before the form can be sent again. */
  instead?: Partial<Record<RefusalCode, (refusal: Refusal) => Q | Promise<Q>>>;
  /** The answer to any other refusal, if there is no form with fields that can show the text. */
  otherwise?: (refusal: Refusal) => R | Promise<R>;
}

/** Makes the operation's input from the form's value. May be omitted only if both have exactly the same names. */
export type Mapping<V, W, M> =
  Same<V, W> extends true
    ? { input?: (value: V) => M & Exact<M, W> }
    : { input: (value: V) => M & Exact<M, W> };

/**
 * Parses a form and runs the operation with it. A wrong value or a refusal is answered with conform's reply, its status
 * and what was typed, except secrets. A form that does not fit its operation does not compile.
 */
export async function submit<
  C,
  I extends z.ZodType,
  O extends z.ZodType,
  F extends Fields,
  S extends z.ZodType,
  R,
  M extends z.input<I> = z.input<I>,
  Q = never,
>(
  args: ActionFunctionArgs | ReadActionArgs,
  submission: Sending<C, I, O, F, S, R, Q> & Mapping<z.output<S>, z.input<I>, M>,
) {
  const { form, operation, input, done, refused, instead, otherwise } = submission;
  const { formData } = 'formData' in args ? args : await readForm(args);
  const payload = () => parseForm(formData, form.schema).payload;
  const denied = await keeping(args, { ...form, payload }, () => denialOf(args, operation));
  const parsed = parseForm(formData, form.schema);
  if (denied && otherwise) return otherwise(denied);
  if (denied) return answer(form, parsed.reply(errorsOf(denied)), denied.status);
  if (parsed.status !== 'success') {
    // A row was added or removed, so the form itself was not submitted.
    if (parsed.status === undefined) return answer(form, { ...parsed.reply(), error: undefined }, 200);
    const { invalidAs } = operation;
    return answer(form, parsed.reply(invalidAs ? { formErrors: [invalidAs({}).text] } : {}), 400);
  }
  const undone = 'undone' in args && args.undone === true;
  const attempted = await ask(
    args,
    operation,
    input ? input(parsed.value) : (parsed.value as z.input<I>),
    undone,
  );
  if (attempted.ok) {
    await forgetKept(args, parsed.payload[formName]);
    return done(attempted.output, parsed.value);
  }
  const { refusal } = attempted;
  const onward = refused?.[attempted.code];
  if (onward) throw leave(args, refusal.text, await onward());
  const asking = instead?.[attempted.code];
  if (asking) return asking(refusal);
  if (otherwise) return otherwise(refusal);
  return answer(form, parsed.reply(errorsOf(refusal)), refusal.status);
}

/**
 * Reads a form for a button that does not save, such as a lookup or a preview. `again` shows the form with everything
 * that was typed, the errors of the fields, and what the button found.
 */
export function readTyped<F extends Fields, S extends z.ZodType>(
  { formData }: ReadActionArgs,
  form: Form<F, S>,
) {
  const parsed = parseForm(formData, form.schema);
  return {
    value: parsed.status === 'success' ? parsed.value : null,
    again<X extends object>(found: X, fieldErrors: Record<string, string[]> = {}) {
      const reply = parsed.reply({ fieldErrors });
      return data({ ...reply, status: undefined, initialValue: typedIn(form, reply), found });
    },
  };
}

/**
 * Reads a form like `readTyped`, if the caller may send it. If they have to log in again first, what was typed is kept.
 * @throws Response the error page, or a redirect to the session's missing step
 */
export async function readAllowed<C, F extends Fields, S extends z.ZodType>(
  args: ReadActionArgs,
  form: Form<F, S>,
  guarded: Guarded<C>,
) {
  const payload = () => parseForm(args.formData, form.schema).payload;
  await keeping(args, { ...form, payload }, () => requireAllowed(args, guarded));
  return readTyped(args, form);
}

/**
 * Reads a form, and looks up what its address is about. If the caller has to log in again first, what was typed is kept.
 * @throws Response as `find` does
 */
export async function readAbout<A>(
  args: ActionFunctionArgs | ReadActionArgs,
  form: Form,
  find: (args: ReadActionArgs) => Promise<A>,
): Promise<[ReadActionArgs, A]> {
  const read = 'formData' in args ? args : { ...args, ...(await readForm(args)) };
  const payload = () => parseForm(read.formData, form.schema).payload;
  return [read, await keeping(read, { ...form, payload }, () => find(read))];
}

function errorsOf({ text, options: { field, issues } }: Refusal) {
  if (field && !issues) return { fieldErrors: { [field]: [text] } };
  if (!issues) return { formErrors: [text] };
  return { formErrors: [text], fieldErrors: issues };
}

/** The values that are shown again: the form's fields except secrets, and the form's name. */
function typedIn({ fields }: Form, reply: SubmissionResult<string[]>) {
  const typed = reply.initialValue ?? {};
  return { ...echoOf(fields, typed), ...(formName in typed ? { [formName]: typed[formName] } : {}) };
}

function answer(form: Form, reply: SubmissionResult<string[]>, status: number) {
  return data({ ...reply, initialValue: typedIn(form, reply) }, { status });
}
