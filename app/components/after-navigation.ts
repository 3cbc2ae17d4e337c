import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/** Runs after each navigation, and not when the page starts: what was opened before its script ran stays open. */
export function useAfterNavigation(run: () => void): void {
  const { key } = useLocation();
  const last = useRef(key);
  useEffect(() => {
    if (last.current === key) return;
    last.current = key;
    run();
  });
}
