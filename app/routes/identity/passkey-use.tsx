import { Button, RefusalBanner } from '../../components/index.ts';
import { askForPasskey, usePasskey } from './use-passkey.ts';

export default function PasskeyUse({ action, label }: { action: string; label: string }) {
  const { start, busy, result, problem } = usePasskey(action, askForPasskey);
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
