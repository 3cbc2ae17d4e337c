import { useLocation } from '@remix-run/react';
import { type ComponentType, lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { Button } from '../../components/index.ts';
import type { PasskeyUseProps } from './passkey-use.tsx';

type Props = PasskeyUseProps & { onMissing(): void };

/** Loaded after the page is shown, and only in browsers that support passkeys. The page also works without it. */
const PasskeyUse = lazy<ComponentType<Props>>(() =>
  import('./passkey-use.tsx').catch(() => ({ default: Missing })),
);

function Missing({ onMissing }: Props) {
  useEffect(onMissing, [onMissing]);
  return null;
}

interface PasskeyButtonProps {
  action: string;
  label: string;
}

/** The button with what its last press led to, which the answer to another form of the page replaces. */
export function PasskeyButton(props: PasskeyButtonProps) {
  const { key } = useLocation();
  return <PressedPasskeyButton key={key} {...props} />;
}

/**
 * Logs in, or passes the second step, with a passkey. Shown only with script, and removed in a browser that does not
 * support passkeys. It is the same button before and after its code has come: one that is replaced while it is held
 * down is not clicked.
 */
function PressedPasskeyButton({ action, label }: PasskeyButtonProps) {
  const [support, setSupport] = useState<'unknown' | 'yes' | 'no'>('unknown');
  const [presses, setPresses] = useState(0);
  const [busy, setBusy] = useState(false);
  useEffect(() => setSupport('PublicKeyCredential' in window ? 'yes' : 'no'), []);
  const hide = useCallback(() => setSupport('no'), []);
  if (support === 'no') return null;
  return (
    <div className="stack stack-16 with-script">
      {support === 'yes' ? (
        <Suspense>
          <PasskeyUse action={action} presses={presses} onBusy={setBusy} onMissing={hide} />
        </Suspense>
      ) : null}
      <Button
        wide
        size="large"
        icon="key"
        aria-busy={busy || undefined}
        onClick={() => {
          if (busy) return;
          setBusy(true);
          setPresses(presses + 1);
        }}
      >
        {label}
      </Button>
    </div>
  );
}
