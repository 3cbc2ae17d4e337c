import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { markRequests } from './components/quiet-revalidation.ts';

markRequests();

/** Marks the document as hydrated, so that CSS can show the parts that need script. */
document.documentElement.dataset.script = 'ready';

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
