import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { findCode } from '#modules/platform/fields/codes.ts';
import type { Bound, Field } from '#modules/platform/fields/field.ts';
import { plainly } from '#modules/platform/fields/reading.ts';
import { useBrowserLayoutEffect } from '../browser-layout-effect.ts';
import { FieldError } from './field.tsx';
import { describedBy, FormContext, useField } from './state.ts';

interface CodeBoxesProps {
  /** The name of every box. The schema joins the values of the boxes. */
  field: Bound<Field<'code'>>;
  hint?: ReactNode;
  length?: 4 | 6;
  /** Digits only; shows the number keyboard. */
  numeric?: boolean;
  /** The code from a mailed link, which fills the boxes. */
  prefill?: string;
  /** Called when the boxes become complete or incomplete; only with script. */
  onComplete?: (complete: boolean) => void;
}

/**
 * A code in separate inputs of one form. Pasted, autofilled or quickly typed text is spread over the boxes: the code that
 * is found in it, or the beginning of one. Backspace in an empty box goes to the previous one. Each box accepts a whole
 * message with the code, so that pasting also works without script; the server finds the code in it.
 */
export function CodeBoxes({
  field: bound,
  hint,
  length = 6,
  numeric,
  prefill = '',
  onComplete,
}: CodeBoxesProps) {
  const { name } = bound;
  const field = useField(name);
  const form = useContext(FormContext);
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const [isFound, setFound] = useState(true);
  const kind = numeric ? 'digits' : 'letters and digits';
  const shown = isFound
    ? field.error
    : `We couldn’t find a ${length}-${numeric ? 'digit' : 'character'} code in that text`;
  const indexes = Array.from({ length }, (_, at) => at);
  const what = numeric ? 'Digit' : 'Character';

  // After a refused code, which the server never sends back, typing begins again in the first box. This runs once for
  // each answer, because the errors change again with the first typed character. It runs before the answer is shown, so
  // that it does not clear characters that are typed after it.
  const answer = form?.values;
  const refused = useRef({ is: false, tell: onComplete });
  refused.current = { is: field.error !== undefined || form?.errors[''] !== undefined, tell: onComplete };
  useBrowserLayoutEffect(() => {
    if (answer === undefined || !refused.current.is) return;
    for (const box of boxes.current) if (box) box.value = '';
    refused.current.tell?.(false);
  }, [answer]);

  // The page has no other purpose, so the first box gets focus. After a refused code, the summary has focus instead.
  const first = useRef(field.error === undefined && form?.errors[''] === undefined && prefill === '');
  useEffect(() => {
    if (first.current && !boxes.current.some((box) => box?.value)) boxes.current[0]?.focus();
  }, []);

  const tell = () => onComplete?.(boxes.current.every((box) => box !== null && box.value.length > 0));
  const told = useRef(tell);
  told.current = tell;
  // The boxes may have been filled before the script ran.
  useEffect(() => told.current(), []);

  /** Puts what was pasted or filled in at once into the boxes. Words that are no code leave them as they are. */
  function take(at: number, text: string) {
    const code = findCode(text, length, kind);
    const begun = code ?? beginning(text, length, numeric);
    setFound(begun !== null);
    if (begun !== null) spread(code === null ? at : 0, begun);
  }

  function spread(from: number, text: string) {
    const signs = Array.from(text).slice(0, length - from);
    signs.forEach((sign, offset) => {
      const box = boxes.current[from + offset];
      if (box) box.value = sign;
    });
    boxes.current[Math.min(from + signs.length, length - 1)]?.focus();
    tell();
  }

  function typed(at: number, event: FormEvent<HTMLInputElement>) {
    const box = event.currentTarget;
    if (box.value.length > 1) {
      const text = box.value;
      box.value = '';
      // A whole code (autofill) starts at the first box; a second character moves to the next box.
      take(at, text);
      tell();
      return;
    }
    box.value = clean(box.value, numeric);
    setFound(true);
    if (box.value) boxes.current[at + 1]?.focus();
    tell();
  }

  function pressed(at: number, event: KeyboardEvent<HTMLInputElement>) {
    const before = boxes.current[at - 1];
    if (event.key === 'Backspace' && event.currentTarget.value === '' && before) {
      event.preventDefault();
      before.value = '';
      before.focus();
      tell();
    }
    if (event.key === 'ArrowLeft' && before) {
      event.preventDefault();
      before.focus();
    }
    if (event.key === 'ArrowRight' && boxes.current[at + 1]) {
      event.preventDefault();
      boxes.current[at + 1]?.focus();
    }
  }

  function pasted(at: number, event: ClipboardEvent<HTMLInputElement>) {
    const text = event.clipboardData.getData('text');
    if (!text.trim()) return;
    event.preventDefault();
    take(at, text);
  }

  return (
    <fieldset
      className="choices"
      aria-describedby={describedBy(shown ? field.errorId : null, hint ? field.hintId : null)}
    >
      <legend className="label">{bound.field.label}</legend>
      <div className={length === 4 ? 'boxes boxes-4' : 'boxes'}>
        {indexes.map((at) => (
          <input
            key={at}
            ref={(box) => {
              boxes.current[at] = box;
            }}
            className="input"
            id={at === 0 ? field.id : `${field.id}-${at + 1}`}
            name={name}
            aria-label={`${what} ${at + 1} of ${length}`}
            defaultValue={Array.from(clean(prefill, numeric))[at] ?? ''}
            required={at === 0}
            inputMode={numeric ? 'numeric' : undefined}
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            autoComplete={at === 0 ? 'one-time-code' : 'off'}
            enterKeyHint={at === length - 1 ? 'go' : 'next'}
            aria-invalid={shown ? true : undefined}
            onInput={(event) => typed(at, event)}
            onKeyDown={(event) => pressed(at, event)}
            onPaste={(event) => pasted(at, event)}
            onFocus={(event) => event.currentTarget.select()}
          />
        ))}
      </div>
      <FieldError id={field.errorId} error={shown} corrected={field.corrected} isNew={!isFound} />
      {hint ? (
        <p className="hint" id={field.hintId}>
          {hint}
        </p>
      ) : null}
    </fieldset>
  );
}

function clean(text: string, numeric: boolean | undefined): string {
  return plainly(text)
    .toUpperCase()
    .replace(numeric ? /\D/g : /[^0-9A-Z]/g, '');
}

/** One word that is shorter than the code: a part of it. */
function beginning(text: string, length: number, numeric: boolean | undefined): string | null {
  const part = clean(text, numeric);
  return part !== '' && part.length < length && !/\s/.test(text.trim()) ? part : null;
}
