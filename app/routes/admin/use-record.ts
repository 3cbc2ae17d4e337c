import { useRouteLoaderData } from '@remix-run/react';
import type { loadRecord } from './load-record.server.ts';

/** The record that a dialog stands over. @throws outside the record's page, whose loader runs with the dialog's */
export function useRecord() {
  const record = useRouteLoaderData<typeof loadRecord>('routes/admin/user');
  if (!record) throw new Error('the dialog stands over no record');
  return record;
}
