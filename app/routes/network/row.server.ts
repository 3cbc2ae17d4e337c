import type { LoaderFunctionArgs } from '@remix-run/node';
import { getConnectionName } from '#modules/network/index.ts';
import { perform } from '../../door.server.ts';

/** Whom a row's dialog is about, as far as the owner may know. */
export function loadRow(args: LoaderFunctionArgs): Promise<{ name: string }> {
  return perform(args, getConnectionName, { connectionid: args.params.connectionid ?? '' });
}
