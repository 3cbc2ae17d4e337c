import { createReadableStreamFromReadable, type LoaderFunctionArgs } from '@remix-run/node';
import { findLogo } from '#modules/enterprise/index.ts';
import { DAY } from '#modules/platform/browser.ts';

const year = 365 * DAY;

/** A logo, for pages and mail programs. Its address contains a hash of its content, so it never changes. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const logo = await findLogo(context.portal, params.name ?? '');
  if (!logo) return new Response(null, { status: 404 });
  return new Response(createReadableStreamFromReadable(logo.body), {
    headers: {
      'Content-Type': 'image/png',
      'Content-Length': String(logo.bytes),
      'Cache-Control': `public, max-age=${year / 1000}, immutable`,
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  });
}
