import type { AppLoadContext } from '@remix-run/node';
import { text, timing } from '#modules/platform/index.ts';
import { takeFlash } from '../../flash.server.ts';
import { timeZoneOf, zoneCookie } from '../../zone.server.ts';
import { loadBrand } from './brand.server.ts';

/** What every page needs, signed in or not. */
export async function loadRoot({ visit, portal }: AppLoadContext) {
  const { view, timeZone } = await loadBrand({ visit, portal });
  return {
    brand: view,
    year: portal.clock.now().getUTCFullYear(),
    timeZone: timeZoneOf(visit, timeZone),
    /** Outside development cookies carry a prefix (D10); the page's script must write the same name. */
    zoneCookie: portal.config.environment === 'development' ? zoneCookie : `__Host-${zoneCookie}`,
    toasts: takeFlash(visit),
    scripts: { failed: text('edge.script-failed'), timeout: timing('edge.script-timeout') },
  };
}
