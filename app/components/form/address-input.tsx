import { type KeyboardEvent, useContext, useEffect, useId, useRef, useState } from 'react';
import { applicationsLimits, applicationsTimings } from '#modules/applications/limits.ts';
import { applicationsTexts } from '#modules/applications/texts.ts';
import type { Bound, Field } from '#modules/platform/fields/field.ts';
import { requestJson } from '../connection/request.ts';
import { TextInput } from './field.tsx';
import { FormContext, fieldId } from './state.ts';

interface AddressInputProps {
  /** The parts of the address that a suggestion fills in. */
  fields: {
    address1: Bound<Field<'line'>>;
    address2: Bound<Field<'line'>>;
    city: Bound<Field<'line'>>;
    state: Bound<Field<'state'>>;
    postalcode: Bound<Field<'postalCode'>>;
  };
}

interface Suggestion {
  id: string;
  text: string;
  exact: boolean;
}

interface Suggested {
  suggestions: Suggestion[];
  attribution: string | null;
}

const calls = '/hub/api/application';
const nothing: Suggested = { suggestions: [], attribution: null };

/**
 * The field for a street address. Choosing a suggestion fills in the whole address (doc2 §5). Without script it is a
 * plain field.
 */
export function AddressInput({ fields }: AddressInputProps) {
  const form = useContext(FormContext)?.id ?? 'field';
  const list = useId();
  const { suggested, ask, close, session } = useSuggestions();
  const [active, setActive] = useState(-1);
  const [words, setWords] = useState('');
  const [scripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  const { suggestions } = suggested;
  const open = suggestions.length > 0;

  async function choose(suggestion: Suggestion): Promise<void> {
    const found = suggestion.exact ? await fetchAddress(suggestion.id, session()) : null;
    close();
    setActive(-1);
    if (!found) {
      setWords(applicationsTexts['application.address-inexact']);
      return;
    }
    for (const [part, value] of Object.entries(found)) {
      const field = fields[part as keyof typeof fields];
      if (field && (value || part !== 'address2')) typeInto(fieldId(form, field.name), value);
    }
    setWords(suggestion.text);
    document.getElementById(fieldId(form, fields.address2.name))?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (!open) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const marked = suggestions[active];
    if (step) setActive((active + step + suggestions.length) % suggestions.length);
    else if (event.key === 'Enter' && marked) void choose(marked);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  }

  return (
    <div className="stack stack-4">
      <div className="suggesting">
        <TextInput
          field={fields.address1}
          {...(scripted
            ? {
                role: 'combobox',
                'aria-autocomplete': 'list',
                'aria-expanded': open,
                'aria-controls': list,
                'aria-activedescendant': open && active >= 0 ? `${list}-${active}` : undefined,
              }
            : {})}
          onInput={(event) => {
            setActive(-1);
            setWords('');
            ask(event.currentTarget.value);
          }}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
        <div className="suggestions" id={list} role="listbox" aria-label="Suggested addresses" hidden={!open}>
          {suggestions.map((suggestion, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the combobox
            <div
              key={suggestion.id}
              id={`${list}-${at}`}
              role="option"
              aria-selected={at === active}
              className="suggestion"
              // Keeps the focus in the field, because losing it would close the list before the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => void choose(suggestion)}
            >
              {suggestion.text}
            </div>
          ))}
          {suggested.attribution ? (
            <div className="suggestion-from" role="presentation">
              {suggested.attribution}
            </div>
          ) : null}
        </div>
      </div>
      <p className={words ? 'hint' : 'sr'} role="status">
        {words}
      </p>
    </div>
  );
}

/** Requests suggestions a moment after the last key press. An answer that comes too late is ignored. */
function useSuggestions() {
  const [suggested, setSuggested] = useState(nothing);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef<AbortController>(undefined);
  const token = useRef<string>(undefined);

  function close(): void {
    clearTimeout(timer.current);
    asked.current?.abort();
    setSuggested(nothing);
  }

  function ask(text: string): void {
    close();
    if (text.trim().length < applicationsLimits['autocomplete.min-characters']) return;
    timer.current = setTimeout(async () => {
      token.current ??= crypto.randomUUID();
      const controller = new AbortController();
      asked.current = controller;
      const query = new URLSearchParams({ text: text.trim(), session: token.current });
      const found = await requestJson<Suggested>(`${calls}/addresslookup?${query}`, {
        signal: controller.signal,
      });
      if (found && !controller.signal.aborted) setSuggested(found);
    }, applicationsTimings['autocomplete.delay']);
  }

  useEffect(
    () => () => {
      clearTimeout(timer.current);
      asked.current?.abort();
    },
    [],
  );

  return {
    suggested,
    ask,
    close,
    /** The id of the billing session for this address; it ends when an address is chosen. */
    session(): string | undefined {
      const ended = token.current;
      token.current = undefined;
      return ended;
    },
  };
}

/** @returns null if there is no answer; the person then types the address */
function fetchAddress(id: string, session: string | undefined): Promise<Record<string, string> | null> {
  const query = new URLSearchParams({ id, ...(session ? { session } : {}) });
  return requestJson(`${calls}/addressdetails?${query}`);
}

/** Sets the value as if it had been typed, so that draft and errors are updated. */
function typeInto(id: string, value: string): void {
  const control = document.getElementById(id);
  if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) return;
  control.value = value;
  control.dispatchEvent(new Event('input', { bubbles: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
}
