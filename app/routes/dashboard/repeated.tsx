import { SECOND } from '#modules/platform/browser.ts';

/** Without script, loads a page again after some time, marked as polling (D10, D82). */
export function Repeated({ path, milliseconds }: { path: string; milliseconds: number }) {
  return (
    <noscript>
      <meta httpEquiv="refresh" content={`${milliseconds / SECOND};url=${path}?polling=1`} />
    </noscript>
  );
}
