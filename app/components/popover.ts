import { useRef } from 'react';
import { useAfterNavigation } from './after-navigation.ts';

/** Closes a popover after client-side navigation, which would leave it open. */
export function usePopover<T extends HTMLElement>() {
  const popover = useRef<T>(null);
  useAfterNavigation(() => {
    if (popover.current?.matches(':popover-open')) popover.current.hidePopover();
  });
  return popover;
}
