import type { SubmissionResult } from '@conform-to/react';
import { type ActionFunctionArgs, data } from '@remix-run/node';
import type { z } from 'zod';
import { type Operation, Refusal } from '#modules/platform/index.ts';
import type { RefusalCode } from '#modules/words.ts';
import { ask, errorPage, leave } from './door.server.ts';
import { parseForm, readForm } from './form.server.ts';
import { type Intent, intentField } from './intents.ts';

/** An action whose form has been read: by `intents`, to see which button was pressed. */
export type ReadActionArgs = ActionFunctionArgs & { formData: FormData };

/**
 * The action of a page with several forms or buttons: one handler for each of its intents, no more and no less. The
 * form is read once and given to the handler. Without a known intent the answer is 400.
 * @param names the page's intents, as its forms and buttons send them
 */
export function intents<N extends string, R extends Record<N, unknown>>(
  names: Record<N, Intent> & Record<NoInfer<keyof R>, Intent>,
  table: { [K in keyof R]: (args: ReadActionArgs) => R[K] },
) {
  return async (args: ActionFunctionArgs): Promise<Awaited<R[N]>> => {
    const formData = await readForm(args.request);
    // A form's own intent stands first; that of the pressed button after it.
    const pressed = formData.getAll(intentField).at(-1);
    formData.delete(intentField);
    if (typeof pressed !== 'string' || !Object.hasOwn(names, pressed)) {
      throw errorPage(new Refusal('invalid-input', { detail: 'unknown intent' }));
    }
    return await table[pressed as N]({ ...args, formData });
  };
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
}

/** Never sent back to the page that asked for them. A postal code is none of them, nor a business name. */
const secrets = /password|^code$|^verificationcode$|^ssn|_ssn|confirmssn|last4ssn|^card|^signature_/i;

/**
 * Parses a form by its schema and runs the operation with it. A wrong value or a refusal answers conform's reply with
 * its status, what was typed kept, secrets left out.
 */
export async function submit<C, I extends z.ZodType, O extends z.ZodType, S extends z.ZodType, R>(
  args: ActionFunctionArgs | ReadActionArgs,
  submission: Submission<C, I, O, S, R>,
) {
  const formData = 'formData' in args ? args.formData : await readForm(args.request);
  const parsed = parseForm(formData, submission.schema);
  if (parsed.status !== 'success') {
    // A row was added or taken away: nobody has sent the form yet.
    if (parsed.status === undefined) return answer({ ...parsed.reply(), error: undefined }, 200);
    const { invalidAs } = submission.operation;
    return answer(parsed.reply(invalidAs ? { formErrors: [invalidAs({}).text] } : {}), 400);
  }
  const { operation, input, done } = submission;
  const value = input ? input(parsed.value) : (parsed.value as z.input<I>);
  const attempted = await ask(args, operation, value);
  if (attempted.ok) return done(attempted.output, parsed.value);
  const { refusal } = attempted;
  const onward = submission.refused?.[attempted.code];
  if (onward) throw leave(args, refusal.text, await onward());
  return answer(parsed.reply(errorsOf(refusal, submission.fields ?? {})), refusal.status);
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
