import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { tourEndForm } from '#modules/enterprise/forms.ts';
import { endTour } from '#modules/enterprise/index.ts';
import { person } from '#modules/platform/index.ts';
import { submit } from '../../action.server.ts';
import { requireCaller } from '../../door.server.ts';

/** Redirects to the home page: the address is that of a form, to which accepting new terms leads back. */
export async function loader(args: LoaderFunctionArgs) {
  await requireCaller(args, person);
  return redirect('/user');
}

/** Stores that the person has ended the guided tour. */
export function action(args: ActionFunctionArgs) {
  return submit(args, { form: tourEndForm, operation: endTour, done: () => redirect('/user') });
}

/** Shows nothing of its own. It is a page so that an answer that is not a redirect is shown as one. */
export default function EndTour() {
  return null;
}
