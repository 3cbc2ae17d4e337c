import type { LoaderFunctionArgs } from '@remix-run/node';
import { compareShownFor } from '#modules/enterprise/index.ts';
import { perform } from '../../door.server.ts';

/** Whom a page was shown for and who is logged in now, for the page's script. */
export async function loader(args: LoaderFunctionArgs) {
  const mark = new URL(args.request.url).searchParams.get('mark') ?? '';
  return Response.json(await perform(args, compareShownFor, { mark }));
}
