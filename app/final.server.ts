import type { z } from 'zod';
import type { Fields } from '#modules/platform/fields/field.ts';
import type { Form } from '#modules/platform/fields/form.ts';
import { type ReadActionArgs, readAllowed } from './action.server.ts';
import type { requireAllowed } from './door.server.ts';
import { confirmField, type Intent } from './intents.ts';

interface FinalForm<F extends Fields, S extends z.ZodType> {
  form: Form<F, S>;
  operation: Parameters<typeof requireAllowed>[1];
  /** The intent of the pressed button, if the form has several. */
  pressed?: Intent;
}

/**
 * A decision that is final (D146): the first press is answered with a page that says what it does, and only the press
 * there decides. `FinalDecision` is that page. A form with errors is answered with them at once.
 */
export async function confirmFirst<F extends Fields, S extends z.ZodType, R>(
  args: ReadActionArgs,
  { form, operation, pressed }: FinalForm<F, S>,
  decide: () => R,
) {
  const said = args.formData.get(confirmField);
  args.formData.delete(confirmField);
  const typed = await readAllowed(args, form, operation);
  if (said === 'yes' || typed.value === null) return decide();
  return typed.again({ confirms: said === 'change' ? null : (pressed ?? '') });
}
