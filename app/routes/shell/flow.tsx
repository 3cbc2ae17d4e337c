import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useMatches } from '@remix-run/react';
import { LinkButton } from '../../components/button.tsx';
import { FlowFrame } from '../../components/shell/frames.tsx';
import { SessionWatch } from '../identity/session-watch.tsx';
import { loadShell } from './shell-data.server.ts';
import { useRoot } from './use-root.ts';

export function loader(args: LoaderFunctionArgs) {
  return loadShell(args);
}

/** What a page of a flow says about leaving it: `export const handle: FlowHandle = { exit: 'Decide later' }`. */
export interface FlowHandle {
  exit?: string;
  exitTo?: string;
}

function isFlowHandle(handle: unknown): handle is FlowHandle {
  return typeof handle === 'object' && handle !== null && ('exit' in handle || 'exitTo' in handle);
}

export default function FlowShell() {
  const data = useLoaderData<typeof loader>();
  const handle = useMatches()
    .map((match) => match.handle)
    .findLast(isFlowHandle);
  return (
    <FlowFrame
      {...useRoot()}
      data={data}
      exit={
        <LinkButton className="exit" size="small" to={handle?.exitTo ?? '/user'}>
          {handle?.exit ?? 'Save and exit'}
        </LinkButton>
      }
    >
      <SessionWatch />
      <Outlet />
    </FlowFrame>
  );
}
