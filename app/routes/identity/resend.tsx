import { useEffect, useState } from 'react';
import { SECOND } from '#modules/platform/browser.ts';
import { Form, SubmitButton } from '../../components/index.ts';

interface ResendProps {
  /** What the action answered, for a refusal. */
  result: unknown;
  /** Until another code may be asked for, as the server counted (doc2 §9). */
  seconds: number;
  label?: string;
}

/** Asks for another code. With script the button opens when its time has come; without, the server says so. */
export function Resend({ result, seconds, label = 'Send another code' }: ResendProps) {
  const left = useCountdown(seconds);
  return (
    <Form id="resend" result={result} className="stack stack-8">
      {left > 0 ? (
        <p className="small muted">
          No code yet? You can send another one in <span className="with-script">{left} seconds</span>
          <span className="without-script">30 seconds</span>.
        </p>
      ) : (
        <p className="small muted">No code yet?</p>
      )}
      <div>
        <SubmitButton
          kind="default"
          size="small"
          name="intent"
          value="resend"
          pending="Sending"
          aria-disabled={left > 0 || undefined}
          onClick={(event) => {
            if (left > 0) event.preventDefault();
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
