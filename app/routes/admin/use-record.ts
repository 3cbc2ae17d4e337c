import { useRouteLoaderData } from '@remix-run/react';
import type { loadRecord } from './load-record.server.ts';

/**
 * The record of the page under a dialog.
 * @throws Error outside the record's page, whose loader has loaded it
 */
export function useRecord() {
  const record = useRouteLoaderData<typeof loadRecord>('routes/admin/user');
  if (!record) throw new Error('This dialog can only be used on the page of a record');
  return record;
}
