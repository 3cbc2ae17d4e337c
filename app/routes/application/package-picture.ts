import type { LoaderFunctionArgs } from '@remix-run/node';
import { showOwnPackage } from '#modules/applications/index.ts';
import { perform } from '../../door.server.ts';
import { applicationIn } from './asked-step.ts';
import { pictureAnswer } from './picture-answer.ts';

/** A page of the received paper application. */
export async function loader(args: LoaderFunctionArgs) {
  const applicationid = applicationIn(args.request) ?? '';
  const page = new URL(args.request.url).searchParams.get('page');
  return pictureAnswer(await perform(args, showOwnPackage, { applicationid, page }));
}
