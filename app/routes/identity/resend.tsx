import { useEffect, useState } from 'react';
import { identityTimings } from '#modules/identity/limits.ts';
import { formatCount, formatDuration, SECOND } from '#modules/platform/browser.ts';
import { Form, SubmitButton } from '../../components/index.ts';
import { codeIntents } from './code-intents.ts';

interface ResendProps {
  /** The action's answer, which may be a refusal. */
  result: unknown;
  /** In seconds: when another code may be requested, according to the server (doc2 §9). */
  seconds: number;
  label?: string;
}

/**
 * Requests another code. With script the button is enabled when the wait is over; without script the server refuses
 * earlier requests.
 */
export function Resend({ result, seconds, label = 'Send another code' }: ResendProps) {
  const left = useCountdown(seconds);
  const [script, setScript] = useState(false);
  useEffect(() => setScript(true), []);
  const waits = script && left > 0;
  return (
    <Form id="resend" intent={codeIntents.resend} result={result} className="stack stack-8">
      <p className="small muted">
        Didn’t get a code?{' '}
        {left > 0 ? (
          <>
            <span className="with-script">You can request another in {formatCount(left, 'second')}.</span>
            <span className="without-script">
              You can request another {formatDuration(identityTimings['code.resend-lock'])} after the last
              one.
            </span>
          </>
        ) : null}
      </p>
      <div>
        <SubmitButton
          kind="default"
          size="small"
          pending="Sending"
          aria-disabled={waits || undefined}
          onClick={(event) => {
            if (waits) event.preventDefault();
          }}
        >
          {label}
        </SubmitButton>
      </div>
    </Form>
  );
}

function useCountdown(seconds: number): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    setLeft(seconds);
    const end = performance.now() + seconds * SECOND;
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil((end - performance.now()) / SECOND));
      setLeft(rest);
      if (rest === 0) clearInterval(timer);
    }, SECOND);
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
}
