import { useRef } from 'react';
import { requestJson } from '../../components/connection/request.ts';
import { useWhileTyping } from '../../components/connection/while-typing.ts';
import { StrengthMeter } from '../../components/index.ts';

/** Under 20 weak, from 20 fair, from 30 good, 40 strong (doc2 §5). */
function wordsFor(value: number): string {
  if (value >= 40) return 'Strong password';
  if (value >= 30) return 'Good password';
  if (value >= 20) return 'Almost there: make it longer or less common';
  return 'Too easy to guess';
}

const ownerFields = ['emailaddress', 'firstname', 'lastname', 'businessname'];

/** @returns null if there is no answer; the meter then stays empty, and the server still checks the form */
async function rate(
  password: string,
  form: HTMLFormElement | null | undefined,
  signal: AbortSignal,
): Promise<number | null> {
  const body = new URLSearchParams({ password });
  const filled = form ? new FormData(form) : null;
  for (const name of ownerFields) body.set(name, String(filled?.get(name) ?? ''));
  const answer = await requestJson<{ points: number }>('/password-rating', { method: 'POST', body, signal });
  return answer?.points ?? null;
}

function LiveMeter({ password }: { password: string }) {
  const anchor = useRef<HTMLDivElement>(null);
  const rated = useWhileTyping(password, (typed, signal) =>
    rate(typed, anchor.current?.closest('form'), signal),
  );
  const value = rated?.answer ?? null;
  return (
    <div ref={anchor} className="with-script">
      <StrengthMeter
        value={value ?? 0}
        words={value === null ? 'Strength shows as you type' : wordsFor(value)}
      />
    </div>
  );
}

/** Shows the strength of a new password during typing. */
export function meter(password: string) {
  return <LiveMeter password={password} />;
}
