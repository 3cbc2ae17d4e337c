import { Outlet, useMatches } from '@remix-run/react';
import { LogoutForm } from '../../components/shell/header.tsx';
import { SoloFrame } from '../../components/shell/open-frames.tsx';
import { SessionWatch } from '../identity/session-watch.tsx';
import { useRoot } from './use-root.ts';

/** `logout` for pages that need a session; `wide` for pages with more than one column. */
export interface SoloHandle {
  logout?: true;
  wide?: true;
}

function isSoloHandle(handle: unknown): handle is SoloHandle {
  return typeof handle === 'object' && handle !== null && ('logout' in handle || 'wide' in handle);
}

export default function SoloShell() {
  const handles = useMatches()
    .map((match) => match.handle)
    .filter(isSoloHandle);
  const { signedIn, ...root } = useRoot();
  // Such a page also says what became of a mailed link, to visitors without a session.
  const logout = signedIn && handles.some((handle) => handle.logout);
  const wide = handles.some((handle) => handle.wide);
  return (
    <SoloFrame {...root} wide={wide} action={logout ? <LogoutForm /> : undefined}>
      {logout ? <SessionWatch secondStep={false} /> : null}
      <Outlet />
    </SoloFrame>
  );
}
