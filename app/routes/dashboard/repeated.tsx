import { SECOND } from '#modules/platform/browser.ts';
import { polledPath } from './use-polled.ts';

/** Without script, loads a page again after some time, marked as polling (D10, D82). */
export function Repeated({ path, milliseconds }: { path: string; milliseconds: number }) {
  return (
    <noscript>
      <meta httpEquiv="refresh" content={`${milliseconds / SECOND};url=${polledPath(path)}`} />
    </noscript>
  );
}
