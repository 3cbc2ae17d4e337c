import type { LoaderFunctionArgs } from '@remix-run/node';
import { brandStyleSheet } from '#modules/enterprise/index.ts';
import { shownForMark } from '#modules/identity/index.ts';
import { showEmailAddress } from '#modules/platform/index.ts';
import { platformTimings } from '#modules/platform/limits.ts';
import { platformTexts } from '#modules/platform/texts.ts';
import { takePageFlash } from '../../flash.server.ts';
import { loadKept } from '../../kept-text.server.ts';
import { timeZoneOf } from '../../zone.server.ts';
import { loadBrand } from './brand.server.ts';

/** The data that every page needs, signed in or not. */
export async function loadRoot(args: LoaderFunctionArgs) {
  const { visit, portal, styleSheets } = args.context;
  const caller = await visit.caller().catch((error: unknown) => {
    // The error is logged here; the page's own loader shows what is wrong.
    portal.asRefusal(error, visit, 'root');
    return null;
  });
  const { brand, view } = await loadBrand({ visit, portal });
  if (view.stylesheet && styleSheets.size > 0) styleSheets.set(view.stylesheet, brandStyleSheet(brand));
  return {
    brand: view,
    timeZone: timeZoneOf(visit, brand.timeZone),
    /** Outside development, cookies have a prefix (D10), and the page's script must use the same names. */
    cookiePrefix: portal.config.environment === 'development' ? '' : '__Host-',
    /** The person whom staff act as (D16). */
    adminSession: caller?.adminAccountId ? { emailaddress: showEmailAddress(caller.emailaddress) } : null,
    /** What the forms of the page carry. */
    shownFor: caller ? shownForMark(portal.keys, caller) : null,
    kept: caller ? await loadKept(args) : null,
    toasts: takePageFlash(args.context),
    scripts: { failed: platformTexts['edge.script-failed'], timeout: platformTimings['edge.script-timeout'] },
  };
}
