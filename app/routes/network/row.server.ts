import type { LoaderFunctionArgs } from '@remix-run/node';
import { type ConnectionAction, getConnectionName } from '#modules/network/index.ts';
import type { Guarded, OutputOf } from '#modules/platform/index.ts';
import { perform, requireAllowed } from '../../door.server.ts';

/**
 * Whom the dialog of a row's action is about, as far as the owner may know, and why the action is not possible: its address
 * may be typed, or the row may have changed since.
 * @throws Response for who may not do it
 */
export async function loadRow<C>(
  args: LoaderFunctionArgs,
  operation: Guarded<C>,
  action: ConnectionAction,
): Promise<OutputOf<typeof getConnectionName>> {
  await requireAllowed(args, operation);
  return perform(args, getConnectionName, { connectionid: args.params.connectionid ?? '', action });
}
