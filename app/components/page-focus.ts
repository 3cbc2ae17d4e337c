import { useLocation, useMatches } from '@remix-run/react';
import { useEffect } from 'react';

/** The id of a page's h1. */
export const titleId = 'title';

/** The page that was shown last. Outside of the component, which an error page mounts anew. */
let last: { page: string; key: string } | null = null;

/** What a page or a dialog has given the focus itself: its dialog, the first box of a code, or its errors. */
const focusedItself = 'dialog, main input, main [role="alert"]';

/** A message about a form that was sent (components/banner.tsx). */
const message = 'main [role="status"][tabindex="-1"]';

/**
 * Moves the focus after a navigation by script, so that a screen reader says what happened: to the title of another
 * page, and to the message of a form that was replaced by its answer. A changed query and a dialog, which has its own
 * focus, are the same page.
 * @param failed whether an error page is shown
 */
export function usePageFocus(failed: boolean): void {
  const { key } = useLocation();
  // Layouts without a path of their own match '/', and a dialog is a child of its page (app/routes.ts).
  const path = useMatches().find(({ pathname }) => pathname !== '/')?.pathname ?? '/';
  const page = failed ? `${path} failed` : path;
  useEffect(() => {
    const before = last;
    last = { page, key };
    if (before === null || (before.page === page && before.key === key)) return;
    if (before.page !== page) {
      if (!document.activeElement?.closest(focusedItself)) focusOn(document.getElementById(titleId));
    } else if (window.__remixRouter.state.actionData && document.activeElement === document.body) {
      focusOn(document.querySelector(message));
    }
  }, [page, key]);
}

function focusOn(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
