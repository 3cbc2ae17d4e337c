import { useFetcher, useFormAction } from '@remix-run/react';
import { useId, useRef } from 'react';
import { useFetcherEnd } from './fetcher-end.ts';
import { rowAnchor } from './grid/page.ts';

/**
 * For a form in a row of a grid whose button takes effect immediately. The page's action answers with `backToRow`
 * (app/row.server.ts). With script the page keeps its scroll position and its focus, and what is pressed in the
 * meantime does not stop the request; without script the page is loaded again at the row.
 * @returns where the form is sent without script; the function that sends it with script, and does nothing while it is
 * under way; the key of its fetcher
 */
export function useInPlace(row: string): {
  action: string;
  send: (form: FormData) => void;
  key: string;
} {
  const key = useId();
  const fetcher = useFetcher({ key });
  const underWay = useRef(false);
  useFetcherEnd(key, () => {
    underWay.current = false;
  });
  return {
    key,
    action: `${useFormAction()}#${rowAnchor(row)}`,
    send(form) {
      if (underWay.current) return;
      underWay.current = true;
      form.set('inplace', 'YES');
      fetcher.submit(form, { method: 'post' });
    },
  };
}
