import { createContext, useContext } from 'react';

/** The nonce of the page's content security policy. A browser tells it to scripts, although not to style sheets. */
export const NonceContext = createContext<string | undefined>(
  typeof document === 'undefined' ? undefined : document.querySelector('script')?.nonce,
);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
