import { useRouteLoaderData } from '@remix-run/react';
import { plainBrand } from '../../components/shell/types.ts';
import type { loadRoot } from './root-data.server.ts';

/** The root loader's data: brand, time zone. Defaults if it failed. */
export function useRoot() {
  const root = useRouteLoaderData<typeof loadRoot>('root');
  return {
    brand: root?.brand ?? plainBrand,
    timeZone: root?.timeZone ?? 'UTC',
    /** Whether the browser has a session, which may lack its second step. */
    signedIn: (root?.shownFor ?? null) !== null,
  };
}
