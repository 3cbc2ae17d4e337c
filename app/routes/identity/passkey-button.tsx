import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';

/** Loaded after the page is shown, and only in browsers that support passkeys. The page also works without it. */
const PasskeyUse = lazy<ComponentType<{ action: string; label: string }>>(() =>
  import('./passkey-use.tsx').catch(() => ({ default: () => null })),
);

/** Logs in, or passes the second step, with a passkey. Shown only with script, in browsers that support passkeys. */
export function PasskeyButton(props: { action: string; label: string }) {
  const [known, setKnown] = useState(false);
  useEffect(() => setKnown('PublicKeyCredential' in window), []);
  if (!known) return null;
  return (
    <Suspense>
      <PasskeyUse {...props} />
    </Suspense>
  );
}
