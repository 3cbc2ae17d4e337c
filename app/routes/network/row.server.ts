import type { LoaderFunctionArgs } from '@remix-run/node';
import { getConnectionName } from '#modules/network/index.ts';
import type { Guarded } from '#modules/platform/index.ts';
import { perform, requireAllowed } from '../../door.server.ts';

/** Whom the dialog of a row's action is about, as far as the owner may know. @throws Response for who may not do it */
export async function loadRow<C>(args: LoaderFunctionArgs, operation: Guarded<C>): Promise<{ name: string }> {
  await requireAllowed(args, operation);
  return perform(args, getConnectionName, { connectionid: args.params.connectionid ?? '' });
}
