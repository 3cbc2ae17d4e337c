import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { countOverdueAlerts } from '#modules/admin/index.ts';
import { staff } from '#modules/platform/index.ts';
import { StaffFrame } from '../../components/shell/frames.tsx';
import { perform } from '../../door.server.ts';
import { SessionWatch } from '../identity/session-watch.tsx';
import { ReleaseNotesLink } from './release-notes-link.tsx';
import { loadShell } from './shell-data.server.ts';
import { useRoot } from './use-root.ts';

export async function loader(args: LoaderFunctionArgs) {
  const [shell, { overdue }] = await Promise.all([
    loadShell(args, staff),
    perform(args, countOverdueAlerts, {}),
  ]);
  return { shell, overdue };
}

export default function StaffShell() {
  const { shell, overdue } = useLoaderData<typeof loader>();
  return (
    <StaffFrame {...useRoot()} data={shell} overdue={overdue} news={<ReleaseNotesLink />}>
      <SessionWatch />
      <Outlet />
    </StaffFrame>
  );
}
