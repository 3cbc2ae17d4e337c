import type { Argument, Option } from 'commander';
import { exitCodes, jsonSchemaOf } from '#modules/platform/index.ts';
import type { Declared } from './declared/command.ts';
import { groups, runningCommands } from './declared/index.ts';

type JsonSchema = ReturnType<typeof jsonSchemaOf>;

/** What each exit code says, for the page of the commands. */
const exitWords: Record<keyof typeof exitCodes, string> = {
  ok: 'Success.',
  failed: 'The portal refused, or the check found a problem.',
  usage: 'The command line is wrong, or --yes is missing.',
  data: 'A file is not valid.',
  notFound: 'What was named does not exist: an id, an account, a file.',
  unavailable: 'The database or another service cannot be reached.',
  software: 'An error in the program itself.',
  inUse: 'Something is in use, such as a port or the data folder. Try again later.',
  config: 'A variable is missing or wrong.',
};

const head = `# Commands

Each after \`npm run shield --\`, or \`npm run -s shield --\` where the output goes to a file or another program. This page
is made from the program (\`npx vitest run test/cli/reference.test.ts -u\`).

- \`--help\` explains a command, with an example. A word that is mistyped is answered with the nearest one.
- \`--json\` prints the result in the shape that stands below. \`?\` means that a field may be missing. Times are ISO 8601
  in UTC.
- A command that cannot be undone, or that a person notices, asks first. Where nobody can answer, it needs \`--yes\`.
- What a command changes or reads of a person is in the audit log with the name in \`SHIELD_OPERATOR\`, or else the login
  name; where a person is concerned it asks for the name.
- On a terminal, tables fit its width; to a file or another program, nothing is cut.
- Results go to stdout; progress and errors to stderr.

## Exit codes

| code | when |
| ---: | ---- |
`;

/** The page of all commands, in Markdown. */
export async function writeReference(): Promise<string> {
  const codes = Object.entries(exitCodes).map(
    ([name, code]) => `| ${code} | ${exitWords[name as keyof typeof exitCodes]} |`,
  );
  const sections = [
    `## Running and preparing\n`,
    ...(await Promise.all(runningCommands.map(describe))),
    ...(
      await Promise.all(
        groups.map(async ({ name, summary, commands }) => [
          `## ${name}\n\n${sentence(summary)}\n`,
          ...(await Promise.all(commands.map(describe))),
        ]),
      )
    ).flat(),
  ];
  return `${head}${codes.join('\n')}\n\n${sections.join('\n')}`;
}

async function describe(declared: Declared): Promise<string> {
  const { words, summary, details, example, byDefault, json, risk } = declared;
  const rows = [
    ...(declared.arguments ?? []).map((argument) => [usageOf(argument), withChoices(argument)]),
    ...(declared.options ?? [])
      .filter(({ hidden }) => !hidden)
      .map((option) => [option.flags, `${withChoices(option)}${option.mandatory ? ' (required)' : ''}`]),
    ...(risk ? [['--yes', 'do it without asking']] : []),
    ...(json ? [['--json', 'answer in JSON']] : []),
  ].map(([name, what]) => `- \`${name}\` ${what}`);
  return [
    `### ${words}\n`,
    `${sentence(summary)}${byDefault ? ` Also \`${words.split(' ')[0]}\` alone.` : ''}${details ? ` ${details}` : ''}\n`,
    ...(rows.length > 0 ? [`${rows.join('\n')}\n`] : []),
    `\`\`\`\nshield ${example}\n\`\`\`\n`,
    ...(json ? [await describeJson(declared)] : []),
  ].join('\n');
}

async function describeJson({ words, load }: Declared): Promise<string> {
  const command = await load();
  if (!command.shape) throw new Error(`${words} has --json, but no shape`);
  return `JSON:\n\n\`\`\`\n${shapeLines(jsonSchemaOf(command.shape))}\n\`\`\`\n`;
}

const sentence = (words: string) => `${words[0]?.toUpperCase()}${words.slice(1)}.`;

const usageOf = (argument: Argument) => (argument.required ? `<${argument.name()}>` : `[${argument.name()}]`);

function withChoices({ description, argChoices }: Pick<Option, 'description' | 'argChoices'>): string {
  return argChoices ? `${description}: ${argChoices.join(', ')}` : description;
}

/** A schema as one reads it: `{ id: string, at: time | null }`. */
function shapeLines(schema: JsonSchema, indent = ''): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((choice) => shapeLines(choice, indent)).join(' | ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.items) return `[${shapeLines(schema.items, indent)}]`;
  if (schema.properties) {
    const inner = `${indent}  `;
    const fields = Object.entries(schema.properties).map(
      ([name, field]) =>
        `${inner}${name}${schema.required?.includes(name) ? '' : '?'}: ${shapeLines(field, inner)}`,
    );
    return `{\n${fields.join('\n')}\n${indent}}`;
  }
  if (typeof schema.additionalProperties === 'object')
    return `{ each name: ${shapeLines(schema.additionalProperties, indent)} }`;
  if (schema.format === 'date-time') return 'time';
  return typeof schema.type === 'string' ? (schema.format ?? schema.type) : 'anything';
}
