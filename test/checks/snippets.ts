/**
 * Code that must not compile, each with a variant that does, so that it cannot fail for another reason.
 * compiler.test.ts passes all of them to the compiler at once.
 */
export interface Snippet {
  /** The name of the test. */
  name: string;
  /** The text of a module, which may contain JSX. */
  source: string;
  /** The expected message of the compiler; null for code that compiles. */
  complaint: RegExp | null;
}

const operations = `
import { z } from 'zod';
import { fields, bind } from '#modules/platform/fields/field.ts';
import { emailAddress, password, personName } from '#modules/platform/fields/kinds.ts';
import { form } from '#modules/platform/fields/form.ts';
import { anyone, inputOf, operation } from '#modules/platform/index.ts';

const { firstname, nickname } = { firstname: personName('First name'), nickname: personName('Nickname') };
const declare = <I extends z.ZodType>(input: I) => operation({
  name: 'planted.save', summary: 'Planted.', access: anyone, kind: 'read', input, output: z.object({}), run: async () => ({}),
});
const one = form(fields({ firstname }));
const two = form(fields({ firstname, nickname }));
const takesOne = declare(inputOf({ firstname }));
const takesTwo = declare(inputOf({ firstname, nickname }));
const takesObject = declare(z.object({ person: inputOf({ firstname }) }));
`;

const pages = `${operations}
import type { ActionFunctionArgs } from '@remix-run/node';
import { intents, submit } from '#app/action.server.ts';
import { rowAction } from '#app/row.server.ts';
import { intentNames } from '#app/intents.ts';
import { Form, PasswordField, SubmitButton, TextInput } from '#app/components/index.ts';

const names = intentNames('save', 'resend');
const shown = bind(fields({ emailaddress: emailAddress(), password: password('Password', 'Enter it') }));
const done = () => null;
export const used = [takesOne, takesTwo, takesObject, one, two, names, shown, intents, submit, rowAction, Form, PasswordField, SubmitButton, TextInput, done];
export type Args = ActionFunctionArgs;
`;

const page = (source: string) => `${pages}\n${source}\n`;

const operationWith = (access: string) => `
import { z } from 'zod';
import { anyone, operation } from '#modules/platform/index.ts';

export const rules = [anyone];
export const planted = operation({
  name: 'planted.read',
  summary: 'Planted.',
  ${access}
  kind: 'read',
  input: z.object({}),
  output: z.object({}),
  async run() {
    return {};
  },
});
`;

export const snippets: readonly Snippet[] = [
  {
    name: 'an operation with an access rule compiles',
    source: operationWith('access: anyone,'),
    complaint: null,
  },
  {
    name: 'an operation without an access rule does not compile',
    source: operationWith(''),
    complaint: /Property 'access' is missing/,
  },
  {
    name: 'a form that fits its operation compiles',
    source: page(
      `export const action = (args: Args) => submit(args, { form: one, operation: takesOne, done });`,
    ),
    complaint: null,
  },
  {
    name: 'a form field that the operation does not know does not compile',
    source: page(
      `export const action = (args: Args) => submit(args, { form: two, operation: takesOne, done });`,
    ),
    complaint: /Property 'input' is missing/,
  },
  {
    name: 'an operation input that the form cannot give does not compile',
    source: page(
      `export const action = (args: Args) => submit(args, { form: one, operation: takesTwo, done });`,
    ),
    complaint: /Property 'input' is missing/,
  },
  {
    name: 'a mapping that fits compiles',
    source: page(
      `export const action = (args: Args) => submit(args, { form: one, operation: takesObject, input: (person) => ({ person }), done });`,
    ),
    complaint: null,
  },
  {
    name: 'a mapping that gives more than the operation knows does not compile',
    source: page(
      `export const action = (args: Args) => submit(args, { form: two, operation: takesObject, input: (person) => ({ person }), done });`,
    ),
    complaint: /is not assignable to type 'never'/,
  },
  {
    name: 'a mapping that gives less does not compile',
    source: page(
      `export const action = (args: Args) => submit(args, { form: one, operation: takesTwo, input: (value) => value, done });`,
    ),
    complaint: /nickname/,
  },
  {
    name: 'a row action whose form fits its operation compiles',
    source: page(`export const action = rowAction({ form: one, operation: takesOne });`),
    complaint: null,
  },
  {
    name: 'a row action whose operation needs more than its form gives does not compile',
    source: page(`export const action = rowAction({ form: one, operation: takesTwo });`),
    complaint: /Property 'input' is missing/,
  },
  {
    name: 'a page with the fields of its form compiles',
    source: page(`export const part = () => <TextInput field={shown.emailaddress} />;`),
    complaint: null,
  },
  {
    name: 'a page with a field that the form does not have does not compile',
    source: page(`export const part = () => <TextInput field={shown.nickname} />;`),
    complaint: /Property 'nickname' does not exist/,
  },
  {
    name: 'a field shown as another kind does not compile',
    source: page(`export const part = () => <PasswordField field={shown.emailaddress} />;`),
    complaint: /"email"/,
  },
  {
    name: 'a table of all intents compiles',
    source: page(`export const action = intents(names, { save: () => 1, resend: () => 2 });
export const part = () => <SubmitButton intent={names.resend}>Again</SubmitButton>;`),
    complaint: null,
  },
  {
    name: 'a table without one of the intents does not compile',
    source: page(`export const action = intents(names, { save: () => 1 });`),
    complaint: /Property 'resend' is missing/,
  },
  {
    name: 'a table with an intent that no button has does not compile',
    source: page(
      `export const action = intents(names, { save: () => 1, resend: () => 2, remove: () => 3 });`,
    ),
    complaint: /Property 'remove' is missing/,
  },
  {
    name: 'a button with an intent of its own making does not compile',
    source: page(`export const part = () => <SubmitButton intent="resent">Again</SubmitButton>;`),
    complaint: /'"resent"' is not assignable|not assignable to type 'Intent/,
  },
];
