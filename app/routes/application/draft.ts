import type { ActionFunctionArgs } from '@remix-run/node';
import { errorPage } from '../../door.server.ts';
import { saveDraft } from './save-draft.server.ts';

/** Saves what was typed in a step while the person stays on it. Its page's script sends it. */
export async function action(args: ActionFunctionArgs) {
  const refusal = await saveDraft(args);
  if (refusal) throw errorPage(refusal);
  return Response.json({ saved_dts: args.context.portal.clock.now() });
}
