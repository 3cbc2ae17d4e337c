import type { z } from 'zod';
import type { Fields } from '#modules/platform/fields/field.ts';
import type { Form } from '#modules/platform/fields/form.ts';
import { type ReadActionArgs, readAllowed } from './action.server.ts';
import { type requireAllowed, Undone } from './door.server.ts';
import { confirmField, type Intent } from './intents.ts';

interface FinalForm<F extends Fields, S extends z.ZodType> {
  form: Form<F, S>;
  operation: Parameters<typeof requireAllowed>[1];
  /** The intent of the pressed button, if the form has several. */
  pressed?: Intent;
  /**
   * Decides at the first press too, and undoes it, so that what the operation itself refuses is refused before somebody
   * confirms. For an operation that is one transaction.
   */
  triedFirst?: true;
}

/**
 * A decision that is final (D146): the first press is answered with a page that says what it does, and only the press
 * there decides. `FinalDecision` is that page. A form with errors is answered with them at once.
 */
export async function confirmFirst<F extends Fields, S extends z.ZodType, R>(
  args: ReadActionArgs,
  { form, operation, pressed, triedFirst }: FinalForm<F, S>,
  decide: (args: ReadActionArgs) => R,
) {
  const said = args.formData.get(confirmField);
  args.formData.delete(confirmField);
  const typed = await readAllowed(args, form, operation);
  if (said === 'yes' || typed.value === null) return decide(args);
  if (triedFirst && said === null) {
    try {
      return await decide({ ...args, undone: true });
    } catch (thrown) {
      if (!(thrown instanceof Undone)) throw thrown;
    }
  }
  return typed.again({ confirms: said === 'change' ? null : (pressed ?? '') });
}
