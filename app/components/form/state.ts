import type { SubmissionResult } from '@conform-to/react';
import { createContext, useContext } from 'react';
import { formName } from '../../intents.ts';

/** An action's answer to a refused form, which is conform's reply. The browser needs only its type. */
export type FormResult = SubmissionResult<string[]>;

/** The messages of each wrong field. A blank message marks a field whose error is explained at another field. */
export type FormErrors = Record<string, string[]>;

/** The initial values of a form, by the names of its fields: strings, booleans, and lists and objects of these. */
export type FormDefaults = Record<string, unknown>;

export interface FormState {
  id: string;
  errors: FormErrors;
  /** The names of the fields whose errors have been corrected since then. */
  corrected: ReadonlySet<string>;
  values: FormDefaults;
  /** Whether it shows what was kept of an earlier page (D112), which the person has to send again. */
  restored: boolean;
  /** Increases if the server answers with other values (after a row was added), so that the inputs use them. */
  version: number;
  /** Whether the browser's check has not passed yet, in a form that can be sent only after it has. */
  incomplete: boolean;
}

/** On a page whose record can no longer be changed, forms are not shown. */
export const ReadOnlyContext = createContext(false);

export const FormContext = createContext<FormState | null>(null);

function isAnswer(value: unknown): value is FormResult {
  return typeof value === 'object' && value !== null && ('error' in value || 'initialValue' in value);
}

/** An action's answer for one form of a page; nothing if the answer is for another form. */
export function answerTo(value: unknown, id: string): FormResult | undefined {
  if (!isAnswer(value)) return undefined;
  const sent = value.initialValue?.[formName];
  return sent === undefined || sent === id ? value : undefined;
}

/** The text of a refusal in an action's answer that concerns the whole form. */
export function refusalIn(result: unknown): string | null {
  if (typeof result !== 'object' || result === null || !('error' in result)) return null;
  const { error } = result as FormResult;
  return error?.['']?.[0] ?? null;
}

export interface FieldState {
  id: string;
  /** The initial text of the input. */
  value: string | undefined;
  /** For checkboxes with the same name: all chosen values. */
  values: string[];
  /** Whether it is marked as wrong. */
  wrong: boolean;
  /** The error message; undefined if another field explains the error. */
  error: string | undefined;
  /** The text of an error that has been corrected since then. It is invisible and keeps its space. */
  corrected: string | undefined;
  /** The ids of hint and error, for aria-describedby. */
  hintId: string;
  errorId: string;
}

/** The state of the field `name` in the surrounding form, or of a field without a form. */
export function useField(name: string): FieldState {
  const form = useContext(FormContext);
  const id = fieldId(form?.id ?? 'field', name);
  const found = form ? valueAt(form.values, name) : undefined;
  const message = form?.errors[name]?.[0];
  const text = message?.trim() || undefined;
  const corrected = form?.corrected.has(name) ?? false;
  return {
    id,
    value: plainText(found),
    values: Array.isArray(found) ? found.map(String) : found === undefined ? [] : [String(found)],
    wrong: message !== undefined && !corrected,
    error: corrected ? undefined : text,
    corrected: corrected ? text : undefined,
    hintId: `${id}-hint`,
    errorId: `${id}-error`,
  };
}

export function fieldId(form: string, name: string): string {
  return `${form}-${name.replace(/[^\w-]+/g, '-')}`;
}

/** The value at a path in conform's notation, such as `addresses[0].city`. */
export function valueAt(values: unknown, path: string): unknown {
  let at: unknown = values;
  for (const step of path.split(/[.[\]]+/).filter(Boolean)) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = Reflect.get(at, step);
  }
  return at;
}

function plainText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return undefined;
}

/** The value of aria-describedby for the parts that are shown. */
export function describedBy(...ids: (string | false | null | undefined)[]): string | undefined {
  return ids.filter(Boolean).join(' ') || undefined;
}
