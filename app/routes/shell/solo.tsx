import { Outlet, useMatches } from '@remix-run/react';
import { SoloFrame } from '../../components/shell/frames.tsx';
import { LogoutForm } from '../../components/shell/header.tsx';
import { useRoot } from './use-root.ts';

/** A page that only a session reaches offers Logout: `export const handle: SoloHandle = { logout: true }`. */
export interface SoloHandle {
  logout: true;
}

function isSoloHandle(handle: unknown): handle is SoloHandle {
  return typeof handle === 'object' && handle !== null && 'logout' in handle;
}

export default function SoloShell() {
  const logout = useMatches().some((match) => isSoloHandle(match.handle));
  return (
    <SoloFrame {...useRoot()} action={logout ? <LogoutForm /> : undefined}>
      <Outlet />
    </SoloFrame>
  );
}
