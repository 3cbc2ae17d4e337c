import { useRouteLoaderData } from '@remix-run/react';
import { plainBrand } from '../../components/shell/types.ts';
import type { loadRoot } from './root-data.server.ts';

/** What the root loaded: brand, year, time zone. Plain values where it failed. */
export function useRoot() {
  const root = useRouteLoaderData<typeof loadRoot>('root');
  return {
    brand: root?.brand ?? plainBrand,
    year: root?.year ?? null,
    timeZone: root?.timeZone ?? 'UTC',
  };
}
