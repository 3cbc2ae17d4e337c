import type { LoaderFunctionArgs } from '@remix-run/node';
import { type ConnectionAction, getConnectionName } from '#modules/network/index.ts';
import type { Guarded, OutputOf } from '#modules/platform/index.ts';
import { perform, requireAllowed } from '../../door.server.ts';

/**
 * The name of the person of a row's dialog, as far as the owner may see it, and the reason why the action is not
 * possible. It may be impossible because the address was typed by hand, or because the row has changed.
 * @throws Response if the caller may not do it
 */
export async function loadRow<C>(
  args: LoaderFunctionArgs,
  operation: Guarded<C>,
  action: ConnectionAction,
): Promise<OutputOf<typeof getConnectionName>> {
  await requireAllowed(args, operation);
  return perform(args, getConnectionName, { connectionid: args.params.connectionid ?? '', action });
}
