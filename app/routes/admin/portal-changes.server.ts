import type { LoaderFunctionArgs } from '@remix-run/node';
import { getLastChanges } from '#modules/admin/index.ts';
import { perform } from '../../door.server.ts';

/** Who changed each setting of the portal last, for the loader of a page that shows `LastChange`. */
export async function portalChanges(args: LoaderFunctionArgs) {
  const { changes: lastChanges } = await perform(args, getLastChanges, { of: 'portal' });
  return { lastChanges };
}
