import { useEffect, useState } from 'react';
import { Button, RefusalBanner } from '../../components/index.ts';
import { askForPasskey, usePasskey } from './use-passkey.ts';

/** Logs in, or passes the second step, with a passkey. Shown only with script, in browsers that support passkeys. */
export function PasskeyButton({ action, label }: { action: string; label: string }) {
  const { start, busy, result, problem } = usePasskey(action, askForPasskey);
  const [known, setKnown] = useState(false);
  useEffect(() => setKnown('PublicKeyCredential' in window), []);
  if (!known) return null;
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
