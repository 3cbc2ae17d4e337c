import { type Fetcher, Form as RemixForm, type FormProps as RemixFormProps } from '@remix-run/react';
import {
  type FormEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { formName, type Intent, intentField } from '../../intents.ts';
import { Banner } from '../banner.tsx';
import type { FormCheck } from './check.ts';
import { ShownFor, useKept } from './shown-for.tsx';
import {
  answerTo,
  FormContext,
  type FormDefaults,
  type FormErrors,
  type FormResult,
  fieldId,
  ReadOnlyContext,
  valueAt,
} from './state.ts';
import { ErrorSummary } from './summary.tsx';

export interface FormProps {
  /** Unique on the page; prefix of the fields' ids. */
  id: string;
  /** The form's intent, on a page with several forms or buttons. */
  intent?: Intent;
  /** The action's answer from `useActionData()`; an answer to another form of the page is ignored. */
  result?: unknown;
  /** Initial values of the fields. */
  defaults?: FormDefaults;
  /** Validation in the browser, loaded on first focus (see `checkedBy`). Without it only the server validates. */
  check?: () => Promise<FormCheck>;
  /** Disables its submit button until `check` passes (only with script). Only where the documents require it. */
  untilValid?: boolean;
  /**
   * Submits with this fetcher instead of a navigation. Its data takes precedence over `result`, which is the answer
   * without script.
   */
  fetcher?: Fetcher & { Form: typeof RemixForm };
  /** Where it is submitted; by default the route that renders it. */
  action?: string;
  method?: 'post' | 'get';
  /** For forms with files. */
  multipart?: boolean;
  /** Submits with a full page load even with script, for other hosts and downloads. */
  reload?: boolean;
  /** False if the page itself shows `ErrorSummary`, or if the form is a single button. */
  summary?: boolean;
  /** If false, focus is not moved to errors when the page loads. For a page with several such forms. */
  focusSummary?: boolean;
  className?: string;
  label?: string;
  replace?: boolean;
  preventScrollReset?: boolean;
  autoComplete?: 'off';
  onSubmit?: RemixFormProps['onSubmit'];
  /** Called if the browser's check has refused to send the form. */
  onRefused?: ((errors: FormErrors) => void) | undefined;
  /** Ids for entries of the summary that are not fields of the form. */
  idOf?: (name: string) => string | undefined;
  children: ReactNode;
}

/**
 * A plain HTML form that works without script. The action parses it with its zod schema and answers conform's reply,
 * which is shown as errors beside the fields and in a summary that takes focus.
 */
export function Form(props: FormProps) {
  return useContext(ReadOnlyContext) ? null : <OpenForm {...props} />;
}

function OpenForm({
  id,
  intent,
  result,
  defaults,
  check,
  untilValid = false,
  fetcher,
  multipart,
  reload,
  summary = true,
  focusSummary = true,
  className = 'stack',
  label,
  method = 'post',
  children,
  onSubmit,
  onRefused,
  idOf,
  ...rest
}: FormProps) {
  const answer = answerTo(fetcher?.data ?? result, id);
  const kept = useKept(id);
  const state = useErrors(answer, check, untilValid);
  const version = useVersion(answer);
  const restored = kept !== undefined && !answer;
  const context = useMemo(
    () => ({
      restored,
      id,
      errors: state.errors,
      corrected: state.corrected,
      values: answer?.initialValue ?? (kept ? { ...defaults, ...kept } : (defaults ?? {})),
      version,
      incomplete: state.incomplete,
    }),
    [id, state.errors, state.corrected, state.incomplete, answer, kept, restored, defaults, version],
  );
  const Tag = fetcher ? fetcher.Form : RemixForm;
  return (
    <FormContext.Provider value={context}>
      <Tag
        {...rest}
        id={id}
        ref={state.form}
        method={method}
        encType={multipart ? 'multipart/form-data' : undefined}
        reloadDocument={reload}
        className={className}
        aria-label={label}
        noValidate
        onFocus={state.prepare}
        onInput={state.typed}
        onSubmit={(event) => {
          const refused = state.refuse(event);
          if (refused) onRefused?.(refused);
          else onSubmit?.(event);
        }}
      >
        {method === 'post' ? <ShownFor /> : null}
        {method === 'post' ? <input type="hidden" name={formName} value={id} /> : null}
        {intent ? <input type="hidden" name={intentField} value={intent} /> : null}
        {summary && state.summary ? (
          <ErrorSummary
            errors={state.summary}
            corrected={state.corrected}
            of={(name) => idOf?.(name) ?? fieldId(id, name)}
            focus={focusSummary && state.turn === 0}
          />
        ) : null}
        {restored ? (
          <Banner live="status">
            {isTyped(kept)
              ? 'We kept what you typed. It isn’t saved yet.'
              : 'Nothing was sent. Please try again.'}
          </Banner>
        ) : null}
        {children}
      </Tag>
    </FormContext.Provider>
  );
}

/** A form with files alone is shown again without anything that was typed. */
function isTyped(kept: Record<string, unknown>): boolean {
  return Object.values(kept).some((value) => value !== '' && value !== undefined);
}

function errorsOf(answer: FormResult | undefined): FormErrors {
  const errors: FormErrors = {};
  for (const [name, texts] of Object.entries(answer?.error ?? {})) {
    if (texts && texts.length > 0) errors[name] = texts;
  }
  return errors;
}

/** Counts the answers that change values without an error, which come after a row was added or removed. */
function useVersion(answer: FormResult | undefined): number {
  const [seen, setSeen] = useState({ answer, version: 0 });
  if (seen.answer === answer) return seen.version;
  const next = { answer, version: seen.version + (answer && answer.status === undefined ? 1 : 0) };
  setSeen(next);
  return next.version;
}

/** Whether the person has gone on to another part of the page while the form was being sent. They are not taken back. */
function isElsewhere(form: HTMLFormElement | null): boolean {
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body) return false;
  const isOfForm = form?.contains(activeElement) || ('form' in activeElement && activeElement.form === form);
  return !isOfForm;
}

/**
 * The errors of the last submission: those in the server's answer, or those that the browser's check found instead of
 * sending. Nothing is checked while the person fills in the form, because a message that appears or disappears would
 * move the element that they are about to press. The message of a corrected field becomes invisible but keeps its
 * space.
 */
function useErrors(answer: FormResult | undefined, load: FormProps['check'], untilValid: boolean) {
  const [known, setKnown] = useState(() => ({
    answer,
    errors: errorsOf(answer),
    corrected: new Set<string>(),
    turn: 0,
  }));
  const [incomplete, setIncomplete] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const check = useRef<FormCheck | null>(null);
  const loading = useRef<FormProps['check']>(undefined);
  let current = known;
  if (known.answer !== answer) {
    current = { answer, errors: errorsOf(answer), corrected: new Set(), turn: known.turn + 1 };
    setKnown(current);
  }
  const { turn, corrected } = current;
  useEffect(() => {
    if (turn > 0 && !isElsewhere(form.current)) form.current?.querySelector<HTMLElement>('.summary')?.focus();
  }, [turn]);

  const prepare = useCallback(() => {
    if (!load || loading.current === load) return;
    loading.current = load;
    load().then(
      (loaded) => {
        if (loading.current === load) check.current = loaded;
      },
      // Without this validation the server still validates.
      () => {
        loading.current = undefined;
      },
    );
  }, [load]);
  const find = useCallback(
    () => (check.current && form.current ? check.current(new FormData(form.current)) : null),
    [],
  );
  // A form whose fields have changed in the meantime has another check.
  useEffect(() => {
    if (loading.current || untilValid) prepare();
  }, [prepare, untilValid]);
  useEffect(() => {
    if (!untilValid || !load) return;
    load().then(
      () => setIncomplete(isWrong(find())),
      // The button stays enabled, and the server validates the form.
      () => undefined,
    );
  }, [load, untilValid, find]);

  const anyError = Object.keys(current.errors).length > 0;

  return {
    form,
    turn,
    errors: current.errors,
    corrected,
    summary: anyError ? current.errors : null,
    prepare,
    incomplete,
    typed({ target }: FormEvent<HTMLFormElement>) {
      if (!anyError && !untilValid) return;
      const found = find();
      if (found && untilValid) setIncomplete(isWrong(found));
      const isRight = (name: string) =>
        found ? !(name in found) : corrected.has(name) || isFilledIn(target, name, answer);
      const right = Object.keys(current.errors).filter((name) => name !== '' && isRight(name));
      if (right.length === corrected.size && right.every((name) => corrected.has(name))) return;
      setKnown({ ...current, corrected: new Set(right) });
    },
    /** @returns the errors that the browser's validation found; if there are any, the form is not sent */
    refuse(event: FormEvent<HTMLFormElement>): FormErrors | null {
      const submitter = (event.nativeEvent as SubmitEvent).submitter;
      if (submitter instanceof HTMLButtonElement && submitter.formNoValidate) return null;
      const errors = { ...find(), ...(form.current && fieldsThatSayWhy(form.current)) };
      if (!isWrong(errors)) {
        // These errors are the browser's own. A save that shows the same page again brings no answer to replace them.
        if (anyError && !answer) setKnown({ ...current, errors: {}, corrected: new Set() });
        return null;
      }
      event.preventDefault();
      setKnown({ ...current, errors, corrected: new Set(), turn: current.turn + 1 });
      return errors;
    },
  };
}

/** What a field itself says against being sent, such as about a file that is too large. */
function fieldsThatSayWhy(form: HTMLFormElement): FormErrors {
  const fields = [...form.elements].filter(
    (field) => field instanceof HTMLInputElement && field.validity.customError,
  ) as HTMLInputElement[];
  return Object.fromEntries(fields.map(({ name, validationMessage }) => [name, [validationMessage]]));
}

/** Without a check in the browser, a field counts as corrected if it was sent empty and now has a value (doc1 §2). */
function isFilledIn(target: EventTarget, name: string, answer: FormResult | undefined): boolean {
  const field = target instanceof HTMLInputElement ? target : null;
  return field?.name === name && field.value !== '' && !valueAt(answer?.initialValue, name);
}

function isWrong(found: FormErrors | null): boolean {
  return found !== null && Object.keys(found).length > 0;
}
