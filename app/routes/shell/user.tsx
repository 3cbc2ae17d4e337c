import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { person } from '#modules/platform/index.ts';
import { UserFrame } from '../../components/shell/frames.tsx';
import { SessionWatch } from '../identity/session-watch.tsx';
import { ReleaseNotesLink } from './release-notes-link.tsx';
import { loadShell } from './shell-data.server.ts';
import { Tour } from './tour.tsx';
import { useRoot } from './use-root.ts';

export function loader(args: LoaderFunctionArgs) {
  return loadShell(args, person);
}

export default function UserShell() {
  const data = useLoaderData<typeof loader>();
  return (
    <UserFrame {...useRoot()} data={data} news={<ReleaseNotesLink />}>
      <SessionWatch />
      <Tour firstCheck={data.firstCheck} />
      <Outlet />
    </UserFrame>
  );
}
