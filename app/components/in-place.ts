import { useFetcher, useFormAction } from '@remix-run/react';
import { rowAnchor } from './grid/page.ts';

/**
 * For a form in a row of a grid whose button takes effect immediately. The page's action answers with `backToRow`
 * (app/row.server.ts). With script the page keeps its scroll position and its focus, and what is pressed in the
 * meantime does not stop the request; without script the page is loaded again at the row.
 * @returns where the form is sent without script; the function that sends it with script; whether that is under way
 */
export function useInPlace(row: string): { action: string; send: (form: FormData) => void; busy: boolean } {
  const fetcher = useFetcher();
  return {
    action: `${useFormAction()}#${rowAnchor(row)}`,
    send(form) {
      form.set('inplace', 'YES');
      fetcher.submit(form, { method: 'post' });
    },
    busy: fetcher.state !== 'idle',
  };
}
