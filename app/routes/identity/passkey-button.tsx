import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { Button } from '../../components/index.ts';

interface PasskeyProps {
  action: string;
  label: string;
}

/** Loaded after the page is shown, and only in browsers that support passkeys. The page also works without it. */
const PasskeyUse = lazy<ComponentType<PasskeyProps & { pressed: boolean }>>(() =>
  import('./passkey-use.tsx').catch(() => ({ default: () => null })),
);

/**
 * Logs in, or passes the second step, with a passkey. Shown only with script, and removed in a browser that does not
 * support passkeys. It has its place from the first frame, so that nothing moves when its code has come.
 */
export function PasskeyButton(props: PasskeyProps) {
  const [support, setSupport] = useState<'unknown' | 'yes' | 'no'>('unknown');
  const [pressed, setPressed] = useState(false);
  useEffect(() => setSupport('PublicKeyCredential' in window ? 'yes' : 'no'), []);
  if (support === 'no') return null;
  const loading = (
    <Button
      wide
      size="large"
      icon="key"
      className="with-script"
      aria-busy={pressed || undefined}
      onClick={() => setPressed(true)}
    >
      {props.label}
    </Button>
  );
  if (support === 'unknown') return loading;
  return (
    <Suspense fallback={loading}>
      <PasskeyUse {...props} pressed={pressed} />
    </Suspense>
  );
}
