import { useFetcher } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { identityTexts } from '#modules/identity/texts.ts';
import { formName, intentField } from '../../intents.ts';
import { passkeyIntents } from './passkey-intents.ts';

function optionsIn(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('options' in data)) return null;
  return typeof data.options === 'string' ? data.options : null;
}

/** The `form` of the posts, by which their answers find the form on the page. */
export const passkeyForm = 'passkey';

interface PasskeyUse {
  /** Asks the server for a challenge, has it answered, and sends the answer. */
  start(values?: Record<string, string>): void;
  busy: boolean;
  /** What the first post was answered: a refusal's text stands in it. */
  result: unknown;
  /** Why the browser gave no answer. */
  problem: string | null;
}

/**
 * Uses or makes a passkey in the browser, between two posts to the same page.
 * @param action the page whose action answers the two intents
 * @param ask hands the options to the authenticator
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

/** Sends a form with a full page load: whose session it is changes with it, and the answer may lead to another host. */
function sendForm(action: string, values: Record<string, string>): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = action;
  for (const [name, value] of Object.entries(values)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}

/** The authenticator has one of this account already, or the person or the browser gave none. */
function problemOf(error: unknown): string {
  const known = error instanceof Error && error.name === 'InvalidStateError';
  return identityTexts[known ? 'passkey.known' : 'passkey.not-used'];
}

/** Has the authenticator sign the challenge. Loaded when it is needed: most people have no passkey. */
export async function askForPasskey(options: string): Promise<object> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication({ optionsJSON: JSON.parse(options) });
}

/** Has an authenticator make a passkey. */
export async function makePasskey(options: string): Promise<object> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return startRegistration({ optionsJSON: JSON.parse(options) });
}
