import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/** Closes a popover after client-side navigation, which would leave it open. */
export function usePopover<T extends HTMLElement>() {
  const popover = useRef<T>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes after a navigation
  useEffect(() => {
    if (popover.current?.matches(':popover-open')) popover.current.hidePopover();
  }, [key]);
  return popover;
}
