import { createReadableStreamFromReadable, type LoaderFunctionArgs } from '@remix-run/node';
import { findPhoto } from '#modules/identity/index.ts';
import { DAY, person } from '#modules/platform/index.ts';
import { requireCaller } from '../../door.server.ts';

/** A person's photo, for people who are signed in. The picture at an address never changes. */
export async function loader(args: LoaderFunctionArgs) {
  await requireCaller(args, person);
  const photo = await findPhoto(args.context.portal, args.params.name ?? '');
  if (!photo) return new Response(null, { status: 404 });
  return new Response(createReadableStreamFromReadable(photo.body), {
    headers: {
      'Content-Type': 'image/jpeg',
      'Content-Length': String(photo.bytes),
      'Cache-Control': `private, max-age=${DAY / 1000}, immutable`,
    },
  });
}
