import { useSubmit } from '@remix-run/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { identityLimits } from '#modules/identity/limits.ts';
import type { Bound, Field } from '#modules/platform/fields/field.ts';
import { CodeBoxes, Form, SubmitButton } from '../../components/index.ts';
import type { Intent } from '../../intents.ts';

interface CodeFormProps {
  id: string;
  field: Bound<Field<'code'>>;
  /** Needed on a page that can also send another code. */
  intent?: Intent;
  result: unknown;
  /**
   * The code from a mailed link. It fills the boxes and, with script, is submitted at once. Only submitting uses it up,
   * not opening the page (D12).
   */
  prefill?: string;
  button: string;
  /** Four boxes are for digits, six for letters and digits. */
  length?: 4 | 6;
  /** Content between the boxes and the button. */
  children?: ReactNode;
}

const LENGTH = identityLimits['code.length-characters'];

/**
 * A form with a box for each character, by default six, and a button that is enabled when they are full (doc1 §2, §5).
 */
export function CodeForm({
  id,
  field,
  intent,
  result,
  prefill = '',
  button,
  length = LENGTH,
  children,
}: CodeFormProps) {
  const filled = prefill.length === length;
  const [complete, setComplete] = useState(filled);
  const waits = useScript() && !complete;
  useSendOnce(id, filled && !result);
  return (
    <Form id={id} intent={intent} result={result} className="stack stack-24" autoComplete="off">
      <CodeBoxes
        field={field}
        {...(length === 4 ? { numeric: true } : { hint: 'Not case-sensitive. You can paste the code.' })}
        length={length}
        prefill={prefill}
        onComplete={setComplete}
      />
      {children}
      <SubmitButton size="large" wide pending="Checking" disabled={waits}>
        {button}
      </SubmitButton>
    </Form>
  );
}

/** Without script the button is always enabled; the server checks the length. */
function useScript(): boolean {
  const [on, setOn] = useState(false);
  useEffect(() => setOn(true), []);
  return on;
}

function useSendOnce(id: string, when: boolean): void {
  const submit = useSubmit();
  const sent = useRef(false);
  useEffect(() => {
    const form = document.getElementById(id);
    if (!when || sent.current || !(form instanceof HTMLFormElement)) return;
    sent.current = true;
    submit(form);
  }, [when, id, submit]);
}
