import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { listMyApplications } from '#modules/applications/index.ts';
import { perform } from '../../door.server.ts';

const closed = new Set(['done', 'cancelled', 'refunded']);

/** Redirects to the open step of the application, or home if there is no application. */
export async function loader(args: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(args.request.url);
  if (searchParams.has('applicationid')) return redirect(`/user/application/1${search}`);
  const { applications } = await perform(args, listMyApplications, {});
  const open = applications.some((each) => !closed.has(each.composite_status_code));
  // The first step redirects to the open one.
  return redirect(open ? '/user/application/next' : '/user');
}
