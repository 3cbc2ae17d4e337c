import type { LoaderFunctionArgs } from '@remix-run/node';
import { brandForHost, brandStyleSheet } from '#modules/enterprise/index.ts';
import { DAY } from '#modules/platform/browser.ts';

const year = 365 * DAY;

/** The stylesheet with the host's colors. The URL changes with the colors, so browsers may cache it forever. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const brand = await brandForHost(context.portal, context.visit.host);
  const current = new URL(request.url).searchParams.get('v') === brand.styleSheetVersion;
  return new Response(brandStyleSheet(brand), {
    headers: {
      'Content-Type': 'text/css; charset=utf-8',
      'Cache-Control': current ? `public, max-age=${year / 1000}, immutable` : 'no-store',
    },
  });
}
