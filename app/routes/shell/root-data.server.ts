import type { AppLoadContext } from '@remix-run/node';
import { platformTimings } from '#modules/platform/limits.ts';
import { platformTexts } from '#modules/platform/texts.ts';
import { takeFlash } from '../../flash.server.ts';
import { timeZoneOf, zoneCookie } from '../../zone.server.ts';
import { loadBrand } from './brand.server.ts';

/** The data that every page needs, signed in or not. */
export async function loadRoot({ visit, portal }: AppLoadContext) {
  const caller = await visit.caller().catch((error: unknown) => {
    // The error is logged here; the page's own loader shows what is wrong.
    portal.asRefusal(error, visit, 'root');
    return null;
  });
  const { view, timeZone } = await loadBrand({ visit, portal });
  return {
    brand: view,
    year: portal.clock.now().getUTCFullYear(),
    timeZone: timeZoneOf(visit, timeZone),
    /** Outside development, cookies have a prefix (D10), and the page's script must use the same name. */
    zoneCookie: portal.config.environment === 'development' ? zoneCookie : `__Host-${zoneCookie}`,
    /** The person whom staff act as (D16). */
    adminSession: caller?.adminAccountId ? { emailaddress: caller.emailaddress } : null,
    toasts: takeFlash(visit),
    scripts: { failed: platformTexts['edge.script-failed'], timeout: platformTimings['edge.script-timeout'] },
  };
}
