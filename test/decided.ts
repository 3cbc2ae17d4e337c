/**
 * Records which final decisions were confirmed in a journey over HTTP, which runs without script (D146), for a step of
 * the test command: a decision whose confirmation no form leads to can be made by nobody.
 */
import { glob, readFile } from 'node:fs/promises';
import { confirmField, formName } from '#app/intents.ts';
import { RunRecord } from './run-record.ts';

/** A form that was sent, with the text of the button that was pressed. */
export interface Decided {
  form: string;
  label: string;
}

const record = new RunRecord<Decided>('decided');

/** A confirmation that a page can show. */
export interface Confirmation {
  file: string;
  /** Of the form; null if the page makes it for each row. */
  form: string | null;
  /** Of the button that decides, with `…` for what the page fills in. */
  label: string;
}

/**
 * Records that a final decision was made, if these are the entries of one.
 * @param label the text of the button that was pressed
 */
export function noteDecision(
  entries: readonly (readonly [name: string, value: unknown])[],
  label: string,
): void {
  const sent = new Map(entries);
  if (sent.get(confirmField) !== 'yes') return;
  const decided: Decided = { form: String(sent.get(formName)), label };
  record.note(decided);
}

export function forgetDecided(): void {
  record.forget();
}

export const readDecided = (): Decided[] => record.read();

/** Every confirmation of the pages' sources. */
export async function readConfirmations(): Promise<Confirmation[]> {
  const found: Confirmation[] = [];
  for await (const file of glob('app/routes/**/*.tsx'))
    found.push(...confirmationsIn(file, await readFile(file, 'utf8')));
  return found;
}

/**
 * The confirmations that a source draws with `FinalDecision`: one for each form and text of its button.
 * @throws Error if its form or its button cannot be read
 */
export function confirmationsIn(file: string, source: string): Confirmation[] {
  // The formatter puts the end of an element below its beginning.
  return [...source.matchAll(/^( *)<FinalDecision\n([\s\S]*?)^\1\/>/gm)].flatMap(([, , props = '']) => {
    const labels = literalsOf(propOf(props, 'label'));
    if (labels.length === 0) throw new Error(`${file}: the label of a FinalDecision is not written as text`);
    const id = propOf(props, 'id');
    const declared = new RegExp(`const ${id} = ([^;]*);`).exec(source)?.[1];
    const forms = literalsOf(declared ?? id);
    return (forms.length > 0 ? forms : [null]).flatMap((form) =>
      labels.map((label) => ({ file, form, label })),
    );
  });
}

function propOf(props: string, name: string): string {
  const [, text, code] = new RegExp(`^ +${name}=(?:("[^"]*")|\\{([\\s\\S]*?)\\}\\n)`, 'm').exec(props) ?? [];
  return text ?? code ?? '';
}

function literalsOf(code: string): string[] {
  return [...code.matchAll(/'([^']*)'|"([^"]*)"|`([^`]*)`/g)].map(([, single, double, template]) =>
    (single ?? double ?? template ?? '').replace(/\$\{[^}]*\}/g, '…'),
  );
}

/** @returns one line for each confirmation that nobody reached, which says how to fix it */
export function findUndecided(all: readonly Confirmation[], decided: readonly Decided[]): string[] {
  return all
    .filter(
      ({ form, label }) =>
        !decided.some((each) => (form === null || each.form === form) && fits(label, each.label)),
    )
    .map(
      ({ file, form, label }) =>
        `${file}: no journey over HTTP presses '${label}'${form === null ? '' : ` of the form ${form}`}. Let one decide it`,
    );
}

function fits(label: string, pressed: string): boolean {
  const [start = '', end] = label.split('…');
  return end === undefined ? pressed === label : pressed.startsWith(start) && pressed.endsWith(end);
}
