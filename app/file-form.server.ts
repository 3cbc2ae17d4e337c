import { type ActionFunctionArgs, data } from '@remix-run/node';
import type { z } from 'zod';
import { buttonForm } from '#modules/platform/fields/form.ts';
import type { Guarded, Operation, Refusal } from '#modules/platform/index.ts';
import { awaitsTerms, callerOf, entranceOf, requireAllowed } from './door.server.ts';
import { type FileLimits, parseForm, type ReadForm, readForm } from './form.server.ts';
import { formName } from './intents.ts';
import { forgetKept, isReadToKeep, keeping } from './kept-text.server.ts';

/** A form with files. */
export interface FileForm<C, F> {
  /** Its access rule, throttle and `ready` decide before the files are read. */
  operation: Operation<C, z.ZodType, z.ZodType>;
  /** Finds the ids in the address of the page, for `ready`. Not asked if the form is only kept. */
  about?: () => unknown;
  files: FileLimits;
  /** The answer if they decide against it. */
  refused(refusal: Refusal): F | Promise<F>;
}

/** Decides from the head of a request whether its files are read, then reads the form, whose files end with `run`. */
export async function withFiles<C, F, R>(
  args: ActionFunctionArgs,
  { operation, about, files: limits, refused }: FileForm<C, F>,
  run: (read: ActionFunctionArgs & ReadForm) => R | Promise<R>,
): Promise<F | R> {
  // After the end of a session, and before new terms are accepted, the texts are read without the files, to be kept.
  const isKept = (await callerOf(args)) ? await awaitsTerms(args, operation) : await isReadToKeep(args);
  const refusal = isKept ? null : await entranceOf(args, operation, await about?.());
  if (refusal) return refused(refusal);
  const { formData, files } = await readForm(args, isKept ? undefined : limits);
  try {
    return await run({ ...args, formData, files });
  } finally {
    await files.close();
  }
}

/**
 * For a form with files alone, before it is acted on. If it cannot be, it says later that nothing was sent.
 * @throws Response the error page, or a redirect to the session's missing step
 */
export async function requireFilesAllowed<C>(
  args: ActionFunctionArgs & ReadForm,
  guarded: Guarded<C>,
): Promise<void> {
  const payload = () => parseForm(args.formData, buttonForm.schema).payload;
  await keeping(args, { ...buttonForm, payload }, () => requireAllowed(args, guarded));
  await forgetKept(args, args.formData.get(formName));
}

/**
 * The answer of a form that was refused before it was read, or because of its file. It has no values: none were read,
 * and a browser never fills in a file again.
 * @param form its id
 * @param field at which the text is shown; without it, in the form's summary
 */
export function refusedForm(form: string, { text, status }: Pick<Refusal, 'text' | 'status'>, field = '') {
  return data({ error: { [field]: [text] }, initialValue: { form } }, { status });
}
