declare const known: unique symbol;

/** The intent of a form or button. Only `intentNames` creates one, so that a typing error does not compile. */
export type Intent = string & { readonly [known]: true };

/** The hidden field that says which form of a page was sent, so that the answer is shown in that form. */
export const formName = 'form';

/** The field name in which forms and buttons send it. */
export const intentField = 'intent';

/**
 * The intents of one page, declared where its parts can import them: forms and buttons send them
 * (`<Form intent={names.save}>`, `<SubmitButton intent={names.resend}>`), and the page's action answers each of them
 * (`intents` in door.server.ts).
 */
export function intentNames<const N extends string>(...names: N[]): { readonly [Name in N]: Intent } {
  return Object.fromEntries(names.map((name) => [name, name as string as Intent])) as { [Name in N]: Intent };
}
