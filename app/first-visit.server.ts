import { type Brand, brandStyleSheet, hasOwnColors } from '#modules/enterprise/index.ts';
import styles from './styles/index.css?inline';

/**
 * The style sheets as text, for a page that contains them instead of waiting for them. On a slow line the page of a
 * first visit is drawn one round trip earlier. The page's script sets a cookie, so whoever sends none has most likely
 * never been here; all others have the style sheets.
 * @returns null where the page links to its style sheets
 */
export function stylesForFirstVisit(request: Request, brand: Brand): string | null {
  if (request.headers.has('Cookie')) return null;
  return hasOwnColors(brand) ? styles + brandStyleSheet(brand) : styles;
}
