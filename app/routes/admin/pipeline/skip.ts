import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { getNextAlert } from '#modules/admin/index.ts';
import { requireAllowed } from '../../../door.server.ts';
import { findNext } from './next.server.ts';
import { queueOf } from './work.ts';

/** Leaves an alert undecided and opens the next one of its kind. */
export async function loader(args: LoaderFunctionArgs) {
  await requireAllowed(args, getNextAlert);
  const queue = queueOf(new URL(args.request.url).search);
  if (queue === null) return redirect('/admin/pipeline');
  return redirect((await findNext(args, queue)).to);
}
