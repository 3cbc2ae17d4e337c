import type { ActionFunctionArgs } from '@remix-run/node';
import { openCardSetup } from '#modules/purchasing/index.ts';
import { perform } from '../../door.server.ts';
import { readForm } from '../../form.server.ts';

/** Called by the script of the company's card page before the provider's card form saves the card. */
export async function action(args: ActionFunctionArgs) {
  await readForm(args);
  const { client_secret } = await perform(args, openCardSetup, { place: 'element' });
  return Response.json({ client_secret }, { headers: { 'Cache-Control': 'no-store' } });
}
