import { useEffect, useRef } from 'react';
import { Button, RefusalBanner } from '../../components/index.ts';
import { askForPasskey, usePasskey } from './use-passkey.ts';

interface PasskeyUseProps {
  action: string;
  label: string;
  /** Whether the button was pressed while this code was loading. */
  pressed: boolean;
}

export default function PasskeyUse({ action, label, pressed }: PasskeyUseProps) {
  const { start, busy, result, problem } = usePasskey(action, askForPasskey);
  const waiting = useRef(pressed);
  useEffect(() => {
    if (!waiting.current) return;
    waiting.current = false;
    start();
  }, [start]);
  return (
    <div className="stack stack-16">
      <RefusalBanner result={result} text={problem} />
      <Button
        wide
        size="large"
        icon="key"
        aria-busy={busy || undefined}
        onClick={() => (busy ? null : start())}
      >
        {label}
      </Button>
    </div>
  );
}
