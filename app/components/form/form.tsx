import { type Fetcher, Form as RemixForm, type FormProps as RemixFormProps } from '@remix-run/react';
import { type FocusEvent, type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { formName, type Intent, intentField } from '../../intents.ts';
import type { FormCheck } from './check.ts';
import {
  answerTo,
  FormContext,
  type FormDefaults,
  type FormErrors,
  type FormResult,
  fieldId,
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
  /** Validation in the browser, loaded on first input (see `checkedBy`). Without it only the server validates. */
  check?: () => Promise<FormCheck>;
  /** Submits with this fetcher instead of by navigation; its data is the result. */
  fetcher?: Fetcher & { Form: typeof RemixForm };
  /** Where it is submitted; by default the route that renders it. */
  action?: string;
  method?: 'post' | 'get';
  /** For forms with files. */
  multipart?: boolean;
  /** Submits with a full page load even with script, for other hosts and downloads. */
  reload?: boolean;
  /** False if the page shows `ErrorSummary` itself or the form is a single button. */
  summary?: boolean;
  /** False does not move focus to errors when the page loads, for a page of several such forms. */
  focusSummary?: boolean;
  className?: string;
  label?: string;
  replace?: boolean;
  preventScrollReset?: boolean;
  autoComplete?: 'off';
  onSubmit?: RemixFormProps['onSubmit'];
  children: ReactNode;
}

/**
 * A plain HTML form that works without script. The action parses it with its zod schema and answers conform's reply,
 * which is shown as errors beside the fields and in a summary that takes focus.
 */
export function Form({
  id,
  intent,
  result,
  defaults,
  check,
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
  ...rest
}: FormProps) {
  const answer = answerTo(fetcher ? fetcher.data : result, id);
  const state = useErrors(answer, check);
  const version = useVersion(answer);
  const context = useMemo(
    () => ({ id, errors: state.errors, values: answer?.initialValue ?? defaults ?? {}, version }),
    [id, state.errors, answer, defaults, version],
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
        onBlur={state.left}
        onInput={state.typed}
        onSubmit={(event) => {
          if (!state.passes(event)) return;
          onSubmit?.(event);
        }}
      >
        {method === 'post' ? <input type="hidden" name={formName} value={id} /> : null}
        {intent ? <input type="hidden" name={intentField} value={intent} /> : null}
        {summary && state.summary ? (
          <ErrorSummary
            errors={state.summary}
            of={(name) => fieldId(id, name)}
            focus={focusSummary && state.turn === 0}
          />
        ) : null}
        {children}
      </Tag>
    </FormContext.Provider>
  );
}

function errorsOf(answer: FormResult | undefined): FormErrors {
  const errors: FormErrors = {};
  for (const [name, texts] of Object.entries(answer?.error ?? {})) {
    if (texts && texts.length > 0) errors[name] = texts;
  }
  return errors;
}

/** Counts the answers that change values without an error, after a row was added or removed. */
function useVersion(answer: FormResult | undefined): number {
  const [seen, setSeen] = useState({ answer, version: 0 });
  if (seen.answer === answer) return seen.version;
  const next = { answer, version: seen.version + (answer && answer.status === undefined ? 1 : 0) };
  setSeen(next);
  return next.version;
}

/** The current errors: the server's, then those of the browser's validation while the person types. */
function useErrors(answer: FormResult | undefined, load: FormProps['check']) {
  const [known, setKnown] = useState(() => ({ answer, errors: errorsOf(answer), submitted: true, turn: 0 }));
  const form = useRef<HTMLFormElement>(null);
  const check = useRef<FormCheck | null>(null);
  const touched = useRef(new Set<string>());
  let current = known;
  if (known.answer !== answer) {
    current = { answer, errors: errorsOf(answer), submitted: true, turn: known.turn + 1 };
    setKnown(current);
  }
  const anyError = Object.keys(current.errors).length > 0;
  const { turn } = current;
  useEffect(() => {
    if (turn > 0) form.current?.querySelector<HTMLElement>('.summary')?.focus();
  }, [turn]);

  const find = () => (check.current && form.current ? check.current(new FormData(form.current)) : null);
  const only = (errors: FormErrors, keep: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(errors).filter(([name]) => keep(name)));

  return {
    form,
    turn,
    errors: current.errors,
    summary: anyError && current.submitted ? current.errors : null,
    prepare() {
      if (!load || check.current) return;
      load().then(
        (loaded) => {
          check.current = loaded;
        },
        // Without this validation the server still validates.
        () => undefined,
      );
    },
    left(event: FocusEvent<HTMLFormElement>) {
      const input: EventTarget & { name?: string; value?: string } = event.target;
      if (!input.name || !input.value || !check.current) return;
      // While the pointer moves to a button, errors must not appear or disappear, because that would move the button.
      if (event.relatedTarget instanceof HTMLButtonElement) return;
      touched.current.add(input.name);
      const found = find();
      if (!found) return;
      const errors = only(found, (name) => touched.current.has(name) || name in current.errors);
      setKnown({ ...current, errors, submitted: current.submitted && anyError });
    },
    typed(event: FormEvent<HTMLFormElement>) {
      const input: EventTarget & { name?: string; value?: string } = event.target;
      const name = input.name;
      if (!name || !(name in current.errors)) return;
      const found = find();
      const stays = found ? name in found : input.value === '';
      if (stays) return;
      const errors = only(current.errors, (other) => other !== name);
      // The error of the whole form disappears with the last field error.
      const last = found !== null && Object.keys(errors).every((other) => other === '');
      setKnown({ ...current, errors: last ? {} : errors });
    },
    /** @returns false if validation in the browser found an error and the form must not be sent */
    passes(event: FormEvent<HTMLFormElement>): boolean {
      const submitter = (event.nativeEvent as SubmitEvent).submitter;
      if (submitter instanceof HTMLButtonElement && submitter.formNoValidate) return true;
      const errors = find();
      if (!errors || Object.keys(errors).length === 0) return true;
      event.preventDefault();
      for (const name of Object.keys(errors)) touched.current.add(name);
      setKnown({ ...current, errors, submitted: true, turn: current.turn + 1 });
      return false;
    },
  };
}
