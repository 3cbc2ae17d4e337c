import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

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
import { intentNames } from '#app/intents.ts';
import { Form, PasswordField, SubmitButton, TextInput } from '#app/components/index.ts';

const names = intentNames('save', 'resend');
const shown = bind(fields({ emailaddress: emailAddress(), password: password('Password', 'Enter it') }));
const done = () => null;
export const used = [takesOne, takesTwo, takesObject, one, two, names, shown, intents, submit, Form, PasswordField, SubmitButton, TextInput, done];
export type Args = ActionFunctionArgs;
`;

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

const page = (source: string) => `${pages}\n${source}\n`;

/** What is planted, and what the compiler has to say of it; nothing where it is right. */
const cases: [what: string, source: string, complaint: RegExp | null][] = [
  ['an operation with an access rule', operationWith('access: anyone,'), null],
  ['an operation without an access rule', operationWith(''), /Property 'access' is missing/],
  [
    'a form that fits its operation',
    page(`export const action = (args: Args) => submit(args, { form: one, operation: takesOne, done });`),
    null,
  ],
  [
    'a form field that the operation does not know',
    page(`export const action = (args: Args) => submit(args, { form: two, operation: takesOne, done });`),
    /Property 'input' is missing/,
  ],
  [
    'an operation input that the form cannot give',
    page(`export const action = (args: Args) => submit(args, { form: one, operation: takesTwo, done });`),
    /Property 'input' is missing/,
  ],
  [
    'a mapping that fits',
    page(
      `export const action = (args: Args) => submit(args, { form: one, operation: takesObject, input: (person) => ({ person }), done });`,
    ),
    null,
  ],
  [
    'a mapping that gives more than the operation knows',
    page(
      `export const action = (args: Args) => submit(args, { form: two, operation: takesObject, input: (person) => ({ person }), done });`,
    ),
    /is not assignable to type 'never'/,
  ],
  [
    'a mapping that gives less',
    page(
      `export const action = (args: Args) => submit(args, { form: one, operation: takesTwo, input: (value) => value, done });`,
    ),
    /nickname/,
  ],
  [
    'a page with the fields of its form',
    page(`export const part = () => <TextInput field={shown.emailaddress} />;`),
    null,
  ],
  [
    'a page with a field that the form does not have',
    page(`export const part = () => <TextInput field={shown.nickname} />;`),
    /Property 'nickname' does not exist/,
  ],
  [
    'a field shown as another kind',
    page(`export const part = () => <PasswordField field={shown.emailaddress} />;`),
    /"email"/,
  ],
  [
    'a table of all intents',
    page(`export const action = intents(names, { save: () => 1, resend: () => 2 });
export const part = () => <SubmitButton intent={names.resend}>Again</SubmitButton>;`),
    null,
  ],
  [
    'a table without one of the intents',
    page(`export const action = intents(names, { save: () => 1 });`),
    /Property 'resend' is missing/,
  ],
  [
    'a table with an intent that no button has',
    page(`export const action = intents(names, { save: () => 1, resend: () => 2, remove: () => 3 });`),
    /Property 'remove' is missing/,
  ],
  [
    'a button with an intent of its own making',
    page(`export const part = () => <SubmitButton intent="resent">Again</SubmitButton>;`),
    /'"resent"' is not assignable|not assignable to type 'Intent/,
  ],
];

const fileOf = (at: number) => join(root, 'test', 'checks', 'planted', `case-${at}.tsx`);

/** The compiler's complaints about files that are not on disk, under the project's own settings; one run for all. */
function complaints(sources: readonly string[]): string[][] {
  const planted = new Map(sources.map((source, at) => [fileOf(at), source]));
  const settings = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(settings.config, ts.sys, root);
  const plain = { ...options, incremental: false, tsBuildInfoFile: undefined, noUnusedLocals: false };
  const host = ts.createCompilerHost(plain);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (name) => planted.has(name) || fileExists(name);
  host.readFile = (name) => planted.get(name) ?? readFile(name);
  host.getSourceFile = (name, version, ...rest) => {
    const source = planted.get(name);
    return source === undefined
      ? getSourceFile(name, version, ...rest)
      : ts.createSourceFile(name, source, version);
  };
  const program = ts.createProgram([...planted.keys()], plain, host);
  return [...planted.keys()].map((file) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(file))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  );
}

test('what must not be written does not compile, and its right neighbor does', { timeout: 180_000 }, () => {
  const found = complaints(cases.map(([, source]) => source));
  cases.forEach(([what, , complaint], at) => {
    if (complaint === null) expect(found[at], what).toEqual([]);
    else expect(found[at]?.join('\n'), what).toMatch(complaint);
  });
});
