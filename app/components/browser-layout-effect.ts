import { useEffect, useLayoutEffect } from 'react';

/** `useLayoutEffect` in the browser. On the server it would cause a warning. */
export const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;
