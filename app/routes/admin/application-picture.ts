import type { LoaderFunctionArgs } from '@remix-run/node';
import { showPackageToStaff } from '#modules/applications/index.ts';
import { perform } from '../../door.server.ts';
import { pictureAnswer } from '../application/picture-answer.ts';

/** A page of a paper application, or a signature box on it, as a picture. Opening it is audited. */
export async function loader(args: LoaderFunctionArgs) {
  const asked = new URL(args.request.url).searchParams;
  const shown = await perform(args, showPackageToStaff, {
    applicationid: args.params.applicationid ?? '',
    page: asked.get('page') ?? undefined,
    box: asked.get('box') ?? undefined,
  });
  return pictureAnswer(shown);
}
