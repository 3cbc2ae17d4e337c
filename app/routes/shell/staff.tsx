import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { countMyWork } from '#modules/admin/index.ts';
import { staff } from '#modules/platform/index.ts';
import { StaffFrame } from '../../components/shell/frames.tsx';
import { perform } from '../../door.server.ts';
import { SessionWatch } from '../identity/session-watch.tsx';
import { ReleaseNotesLink } from './release-notes-link.tsx';
import { loadShell } from './shell-data.server.ts';
import { useRoot } from './use-root.ts';

export async function loader(args: LoaderFunctionArgs) {
  const [shell, work] = await Promise.all([loadShell(args, staff), perform(args, countMyWork, {})]);
  return { shell, work };
}

export default function StaffShell() {
  const { shell, work } = useLoaderData<typeof loader>();
  return (
    <StaffFrame {...useRoot()} data={shell} work={work} news={<ReleaseNotesLink />}>
      <SessionWatch />
      <Outlet />
    </StaffFrame>
  );
}
