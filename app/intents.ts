declare const known: unique symbol;

/** What a pressed button asks of its page's action. Only `intentNames` makes one, so that a typing error does not compile. */
export type Intent = string & { readonly [known]: true };

/** The hidden field that says which form of a page was sent, so that its answer finds it again. */
export const formName = 'form';

/** The name under which forms and buttons send it. */
export const intentField = 'intent';

/**
 * The intents of one page, declared where its parts can import them: forms and buttons send them
 * (`<Form intent={names.save}>`, `<SubmitButton intent={names.resend}>`), and the page's action answers each of them
 * (`intents` in door.server.ts).
 */
export function intentNames<const N extends string>(...names: N[]): { readonly [Name in N]: Intent } {
  return Object.fromEntries(names.map((name) => [name, name as string as Intent])) as { [Name in N]: Intent };
}
