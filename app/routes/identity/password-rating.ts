import { type ActionFunctionArgs, json } from '@remix-run/node';
import { ratePassword } from '#modules/identity/index.ts';
import { perform } from '../../door.server.ts';
import { readForm } from '../../form.server.ts';

/** What the meter under a new password asks: rated here, since the dictionaries weigh more than all pages together. */
export async function action(args: ActionFunctionArgs) {
  const { password = '', ...owner } = Object.fromEntries(await readForm(args.request));
  return json(await perform(args, ratePassword, { ...owner, password: String(password) }), {
    headers: { 'Cache-Control': 'no-store' },
  });
}
