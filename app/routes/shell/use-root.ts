import { useRouteLoaderData } from '@remix-run/react';
import { plainBrand } from '../../components/shell/types.ts';
import type { RootLoader } from '../../root.tsx';

/** What the root loaded: brand, year, time zone. Plain values where it failed. */
export function useRoot() {
  const root = useRouteLoaderData<RootLoader>('root');
  return {
    brand: root?.brand ?? plainBrand,
    year: root?.year ?? 2026,
    timeZone: root?.timeZone ?? 'UTC',
  };
}
