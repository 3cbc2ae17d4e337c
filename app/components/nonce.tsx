import { createContext, useContext } from 'react';

/** The nonce of this answer's content security policy; absent in the browser, which hides it from scripts. */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
