import type { AppLoadContext } from '@remix-run/node';

/** Development pages answer 404 outside development (D7). */
export function developmentOnly({ portal }: AppLoadContext): void {
  if (portal.config.environment !== 'development') throw new Response(null, { status: 404 });
}
