import { useRouteLoaderData } from '@remix-run/react';
import type { loadCompany } from './load-company.server.ts';

/**
 * What the page of a company has loaded.
 * @throws Error outside that page
 */
export function useCompany() {
  const loaded = useRouteLoaderData<typeof loadCompany>('routes/admin/company');
  if (!loaded) throw new Error('This section can only be used on the page of a company');
  return loaded;
}
