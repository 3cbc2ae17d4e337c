import { useLocation, useRouteLoaderData } from '@remix-run/react';
import { shownForField } from '../../intents.ts';
import { keptPageOf } from '../../kept-page.ts';

/** What the root's loader answers for forms (app/routes/shell/root-data.server.ts). */
export interface RootForms {
  /** The mark of whom the page is shown for; null if nobody is logged in. */
  shownFor: string | null;
  /** What was kept for the forms of a page, by their ids. */
  kept: { page: string; forms: Record<string, Record<string, unknown>> } | null;
}

const useRootData = () => useRouteLoaderData('root') as RootForms | undefined;

/** The hidden field with which a form says whom its page is shown for (D112); nothing if nobody is logged in. */
export function ShownFor() {
  const mark = useRootData()?.shownFor ?? null;
  return mark === null ? null : <input type="hidden" name={shownForField} value={mark} />;
}

/** Whether the browser has a session, which may lack its second step. */
export const useSignedIn = () => (useRootData()?.shownFor ?? null) !== null;

/** What was typed into a form of this page before the person had to log in again. */
export function useKept(form: string): Record<string, unknown> | undefined {
  const kept = useRootData()?.kept;
  const { pathname, search } = useLocation();
  return kept?.page === keptPageOf(pathname, search) ? kept.forms[form] : undefined;
}
