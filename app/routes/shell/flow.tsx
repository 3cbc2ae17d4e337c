import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useMatches } from '@remix-run/react';
import { person } from '#modules/platform/index.ts';
import { LinkButton } from '../../components/button.tsx';
import { FlowFrame } from '../../components/shell/frames.tsx';
import { SessionWatch } from '../identity/session-watch.tsx';
import { loadShell } from './shell-data.server.ts';
import { useRoot } from './use-root.ts';

export function loader(args: LoaderFunctionArgs) {
  return loadShell(args, person);
}

/** The exit link of a flow's page: `export const handle: FlowHandle = { exit: 'Decide later' }`. */
export interface FlowHandle {
  /** The link's label, or a function of the page's loader data. */
  exit?: string | ((data: unknown) => string);
  exitTo?: string;
}

function isFlowHandle(handle: unknown): handle is FlowHandle {
  return typeof handle === 'object' && handle !== null && ('exit' in handle || 'exitTo' in handle);
}

export default function FlowShell() {
  const data = useLoaderData<typeof loader>();
  const { handle, data: page } = useMatches().findLast((match) => isFlowHandle(match.handle)) ?? {};
  const { exit = 'Save and exit', exitTo = '/user' } = isFlowHandle(handle) ? handle : {};
  return (
    <FlowFrame
      {...useRoot()}
      data={data}
      exit={
        <LinkButton className="exit" size="small" to={exitTo}>
          {typeof exit === 'function' ? exit(page) : exit}
        </LinkButton>
      }
    >
      <SessionWatch />
      <Outlet />
    </FlowFrame>
  );
}
