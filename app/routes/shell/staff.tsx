import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { staff } from '#modules/platform/index.ts';
import { StaffFrame } from '../../components/shell/frames.tsx';
import { SessionWatch } from '../identity/session-watch.tsx';
import { ReleaseNotesLink } from './release-notes-link.tsx';
import { loadShell } from './shell-data.server.ts';
import { useRoot } from './use-root.ts';

export function loader(args: LoaderFunctionArgs) {
  return loadShell(args, staff);
}

export default function StaffShell() {
  const data = useLoaderData<typeof loader>();
  return (
    <StaffFrame {...useRoot()} data={data} news={<ReleaseNotesLink />}>
      <SessionWatch />
      <Outlet />
    </StaffFrame>
  );
}
