declare const known: unique symbol;

/** The intent of a form or button. Only `intentNames` can create one, so that a misspelled intent does not compile. */
export type Intent = string & { readonly [known]: true };

/** The name of the hidden field that says which form of a page was sent, so that the answer is shown in that form. */
export const formName = 'form';

/** The name of the field in which forms and buttons send their intent. */
export const intentField = 'intent';

/**
 * The intents of one page, declared in a file that its parts can import: forms and buttons send them (`<Form
 * intent={names.save}>`, `<SubmitButton intent={names.resend}>`), and the page's action answers each of them (`intents`
 * in action.server.ts).
 */
export function intentNames<const N extends string>(...names: N[]): { readonly [Name in N]: Intent } {
  return Object.fromEntries(names.map((name) => [name, name as string as Intent])) as { [Name in N]: Intent };
}

/** The name of the hidden field that says whom the page was shown for (D112). Calls say it in the header below. */
export const shownForField = 'shown-for';
export const shownForHeader = 'X-Shown-For';

/** The name of the field that says that a form is not sent, only kept until the person has logged in again. */
export const keepOnlyField = 'keep-only';

/** The field in which the page that confirms a final decision says `yes`, or `change` to go back to the form. */
export const confirmField = 'confirmed';
