import { useEffect, useLayoutEffect } from 'react';

/** `useLayoutEffect`, which warns on the server. */
export const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;
