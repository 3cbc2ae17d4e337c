import { z } from 'zod';
import {
  getDashboardSettings,
  getLimits,
  getReviewGoals,
  getStoreSettings,
  saveDashboardSettings,
  saveLimits,
  saveReviewGoals,
  saveStoreSettings,
} from '#modules/admin/index.ts';
import { exitCodes, type Portal, Refusal, StartError } from '#modules/platform/index.ts';
import { withPortal } from './connect.ts';
import { perform, showing } from './showing.ts';
import { type Command, printTable } from './terminal.ts';

type Values = Record<string, string | boolean>;

interface Form {
  read(portal: Portal): Promise<Values>;
  save(portal: Portal, values: Values): Promise<unknown>;
  /** What the form takes. */
  input: z.ZodObject;
}

/** The forms of the console whose fields are settings, each with the operations that read and save it. */
const forms: Record<string, Form> = {
  store: {
    async read(portal) {
      const { store, seen } = await perform(portal, getStoreSettings, {});
      return { ...store, seen };
    },
    save: (portal, values) =>
      perform(portal, saveStoreSettings, values as z.input<typeof saveStoreSettings.input>),
    input: saveStoreSettings.input,
  },
  goals: {
    async read(portal) {
      const { goals, seen } = await perform(portal, getReviewGoals, {});
      return { ...goals, seen };
    },
    save: (portal, values) =>
      perform(portal, saveReviewGoals, values as z.input<typeof saveReviewGoals.input>),
    input: saveReviewGoals.input,
  },
  limits: {
    async read(portal) {
      const { limits, seen } = await perform(portal, getLimits, {});
      return { ...limits, seen };
    },
    save: (portal, values) => perform(portal, saveLimits, values as z.input<typeof saveLimits.input>),
    input: saveLimits.input,
  },
  dashboards: {
    read: (portal) => perform(portal, getDashboardSettings, {}),
    save: (portal, values) =>
      perform(portal, saveDashboardSettings, values as z.input<typeof saveDashboardSettings.input>),
    input: saveDashboardSettings.input,
  },
};

async function readAll(portal: Portal): Promise<[name: string, value: string | boolean][]> {
  const all = [];
  for (const [form, { read }] of Object.entries(forms))
    for (const [field, value] of Object.entries(await read(portal)))
      if (field !== 'seen') all.push([`${form}.${field}`, value] as [string, string | boolean]);
  return all;
}

/** @throws StartError with the names there are */
async function requireNamed(portal: Portal, name: string): Promise<void> {
  const names = (await readAll(portal)).map(([each]) => each);
  if (!names.includes(name))
    throw new StartError(`There is no setting ${name}. There are: ${names.join(', ')}`, exitCodes.notFound);
}

/** `shield settings get [NAME]`: the settings of the console's pages. */
export const get = showing<{ name?: string }>()(
  z.record(z.string(), z.union([z.string(), z.boolean()])),
  async (portal, { name }) => {
    if (name !== undefined) await requireNamed(portal, name);
    const all = await readAll(portal);
    return Object.fromEntries(all.filter(([each]) => name === undefined || each === name));
  },
  (terminal, values) =>
    printTable(
      terminal,
      ['setting', 'value'],
      Object.entries(values).map(([name, value]) => [name, wordsOf(value)]),
    ),
);

/** `shield settings set NAME VALUE`: saves the form of the console with one field changed. */
export const set: Command<{ name: string; value: string }> = (terminal, { name, value }) =>
  withPortal(terminal, async (portal) => {
    await requireNamed(portal, name);
    const [form = '', field = ''] = name.split('.');
    const { read, save, input } = forms[form] ?? {};
    if (!read || !save || !input) throw new Error(`no form ${form}`);
    const values = await read(portal);
    const before = values[field] ?? '';
    const changed = { ...values, [field]: typeof before === 'boolean' ? readSwitch(value) : value };
    await save(portal, changed).catch((error: unknown) => {
      throw choicesError(error, name, input.shape[field]) ?? error;
    });
    terminal.out(`${name}: ${wordsOf(before)} → ${wordsOf((await read(portal))[field] ?? '')}`);
    return exitCodes.ok;
  });

/** The page of the console shows a list to choose from; the terminal says what is in it. */
function choicesError(error: unknown, name: string, field: unknown): StartError | null {
  if (!(error instanceof Refusal) || error.code !== 'invalid-input' || !(field instanceof z.ZodEnum))
    return null;
  return new StartError(`${name}: expected one of ${field.options.join(', ')}.`, exitCodes.usage);
}

const wordsOf = (value: string | boolean) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : value);

function readSwitch(value: string): boolean {
  if (value !== 'on' && value !== 'off')
    throw new StartError(`${value}: expected on or off.`, exitCodes.usage);
  return value === 'on';
}
