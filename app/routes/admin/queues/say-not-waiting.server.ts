import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { flash } from '../../../flash.server.ts';

/** The answer if a job that the page showed began to run, or ended, before the button was pressed. */
export function sayNotWaiting({ context }: ActionFunctionArgs): Response {
  flash(context.visit, 'That job is running or has ended already');
  return redirect('/admin/queues');
}
