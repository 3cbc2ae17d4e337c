import { useFetcher } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { identityTexts } from '#modules/identity/texts.ts';
import { shownFor } from '../../components/quiet-revalidation.ts';
import { formName, intentField, shownForField } from '../../intents.ts';
import { passkeyIntents } from './passkey-intents.ts';

function optionsIn(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('options' in data)) return null;
  return typeof data.options === 'string' ? data.options : null;
}

/** The form name that both posts send, so that their answers are shown in the form on the page. */
export const passkeyForm = 'passkey';

interface PasskeyUse {
  /** Requests a challenge from the server, has the authenticator answer it, and sends the answer. */
  start(values?: Record<string, string>): void;
  busy: boolean;
  /** The answer to the first post, which may contain the text of a refusal. */
  result: unknown;
  /** The reason why the browser gave no answer. */
  problem: string | null;
}

/**
 * Uses or creates a passkey in the browser, between two posts to the same page.
 * @param action the page whose action answers the two intents
 * @param ask passes the options to the authenticator
 */
export function usePasskey(action: string, ask: (options: string) => Promise<object>): PasskeyUse {
  const begun = useFetcher<unknown>();
  const [problem, setProblem] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const values = useRef<Record<string, string>>({});
  const answered = useRef<unknown>(undefined);
  const latest = useRef(ask);
  latest.current = ask;
  const { data } = begun;

  useEffect(() => {
    const options = optionsIn(data);
    if (options === null || answered.current === data) return;
    answered.current = data;
    setAsking(true);
    latest.current(options).then(
      (answer) =>
        sendForm(action, {
          ...values.current,
          [formName]: passkeyForm,
          [intentField]: passkeyIntents.finish,
          answer: JSON.stringify(answer),
        }),
      (error: unknown) => {
        setProblem(problemOf(error));
        setAsking(false);
      },
    );
  }, [data, action]);

  return {
    start(given = {}) {
      values.current = given;
      setProblem(null);
      begun.submit(
        { ...given, [formName]: passkeyForm, [intentField]: passkeyIntents.start },
        { method: 'post', action },
      );
    },
    busy: asking || begun.state !== 'idle',
    result: problem === null && optionsIn(data) === null ? data : undefined,
    problem,
  };
}

/** Sends a form with a full page load, because the session may change and the answer may lead to another host. */
function sendForm(action: string, values: Record<string, string>): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = action;
  const mark = shownFor();
  for (const [name, value] of Object.entries({ ...values, ...(mark ? { [shownForField]: mark } : {}) })) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}

/**
 * The message for an error: the authenticator already has a passkey of this account, or the person or the browser has
 * not provided one.
 */
function problemOf(error: unknown): string {
  const known = error instanceof Error && error.name === 'InvalidStateError';
  return identityTexts[known ? 'passkey.known' : 'passkey.not-used'];
}

/**
 * Lets the authenticator sign the challenge. Its code is loaded only when needed, because most people have no passkey.
 */
export async function askForPasskey(options: string): Promise<object> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication({ optionsJSON: JSON.parse(options) });
}

/** Lets an authenticator create a passkey. */
export async function makePasskey(options: string): Promise<object> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return startRegistration({ optionsJSON: JSON.parse(options) });
}
