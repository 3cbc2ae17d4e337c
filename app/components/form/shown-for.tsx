import { useLocation, useRouteLoaderData } from '@remix-run/react';
import { shownForField } from '../../intents.ts';
import type { loader } from '../../root.tsx';

const useRootData = () => useRouteLoaderData<typeof loader>('root');

/** The hidden field with which a form says whom its page is shown for (D112); nothing if nobody is logged in. */
export function ShownFor() {
  const mark = useRootData()?.shownFor ?? null;
  return mark === null ? null : <input type="hidden" name={shownForField} value={mark} />;
}

/** What was typed into a form of this page before the person had to log in again. */
export function useKept(form: string): Record<string, unknown> | undefined {
  const kept = useRootData()?.kept;
  const { pathname } = useLocation();
  return kept?.page === pathname ? kept.forms[form] : undefined;
}
