import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useLocation, useMatches } from '@remix-run/react';
import { person } from '#modules/platform/index.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { FlowFrame } from '../../components/shell/frames.tsx';
import { SessionWatch } from '../identity/session-watch.tsx';
import { loadShell } from './shell-data.server.ts';
import { useRoot } from './use-root.ts';

export function loader(args: LoaderFunctionArgs) {
  return loadShell(args, person);
}

/** The exit link of a flow's page: `export const handle: FlowHandle = { exit: 'Decide later' }`. */
export interface FlowHandle {
  /** The label of the link, or a function that makes it from the page's loader data. */
  exit?: string | ((data: unknown) => string);
  exitTo?: string;
  /** The form that is saved when the person leaves, and where it is sent; null on a page without such a form. */
  exitForm?: (data: unknown, search: string) => { form: string; action: string } | null;
}

function isFlowHandle(handle: unknown): handle is FlowHandle {
  return typeof handle === 'object' && handle !== null && ('exit' in handle || 'exitTo' in handle);
}

export default function FlowShell() {
  const data = useLoaderData<typeof loader>();
  const { handle, data: page } = useMatches().findLast((match) => isFlowHandle(match.handle)) ?? {};
  const { exit = 'Save and exit', exitTo = '/user', exitForm } = isFlowHandle(handle) ? handle : {};
  const { search } = useLocation();
  const words = typeof exit === 'function' ? exit(page) : exit;
  const saving = exitForm?.(page, search) ?? null;
  return (
    <FlowFrame
      {...useRoot()}
      data={data}
      exit={
        saving ? (
          <Button
            type="submit"
            className="exit"
            size="small"
            form={saving.form}
            formAction={saving.action}
            formNoValidate
          >
            {words}
          </Button>
        ) : (
          <LinkButton className="exit" size="small" to={exitTo}>
            {words}
          </LinkButton>
        )
      }
    >
      <SessionWatch />
      <Outlet />
    </FlowFrame>
  );
}
