import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { keepPage } from './components/connection/keep-page.ts';
import { markRequests } from './components/quiet-revalidation.ts';

markRequests();
keepPage();
await decodeState();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});

/**
 * Waits for the state of the page, which RemixBrowser decodes on its first call. Until then it throws the promise of
 * it, and React, which waits for that while nothing happens, fails when a key is pressed meanwhile.
 */
async function decodeState(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
}
