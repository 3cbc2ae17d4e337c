import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/** A popover that a choice in it closes: going elsewhere without a page load would leave it open. */
export function usePopover<T extends HTMLElement>() {
  const popover = useRef<T>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says that one went elsewhere
  useEffect(() => {
    if (popover.current?.matches(':popover-open')) popover.current.hidePopover();
  }, [key]);
  return popover;
}
