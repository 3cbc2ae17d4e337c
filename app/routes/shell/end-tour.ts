import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { tourEndForm } from '#modules/enterprise/forms.ts';
import { endTour } from '#modules/enterprise/index.ts';
import { submit } from '../../action.server.ts';

/** Stores that the person has ended the guided tour. */
export function action(args: ActionFunctionArgs) {
  return submit(args, { form: tourEndForm, operation: endTour, done: () => redirect('/user') });
}
