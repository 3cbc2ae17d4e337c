import type { AppLoadContext } from '@remix-run/node';

/** Pages for those who build the portal: anywhere else they do not exist (D7). */
export function developmentOnly({ portal }: AppLoadContext): void {
  if (portal.config.environment !== 'development') throw new Response(null, { status: 404 });
}
