import { type ActionFunctionArgs, json } from '@remix-run/node';
import { ratePassword } from '#modules/identity/index.ts';
import { perform } from '../../door.server.ts';
import { readForm } from '../../form.server.ts';

/**
 * Rates a password for the strength meter. This is done on the server, because the dictionaries are larger than all
 * pages together.
 */
export async function action(args: ActionFunctionArgs) {
  const { password = '', ...owner } = Object.fromEntries((await readForm(args)).formData);
  return json(await perform(args, ratePassword, { ...owner, password: String(password) }), {
    headers: { 'Cache-Control': 'no-store' },
  });
}
