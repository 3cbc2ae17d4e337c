import { data, redirect } from '@remix-run/node';
import type { ReadActionArgs } from './action.server.ts';
import { rowAnchor } from './components/grid/table.tsx';

/**
 * The answer to a switch in a row of a grid (app/components/row-toggle.tsx). With script (`inplace`) the page stays as
 * it is and its loaders run again; without, the browser is led back to the row.
 */
export function backToRow({ request, formData }: ReadActionArgs) {
  if (formData.get('inplace') === 'YES') return data(null);
  const { pathname, search } = new URL(request.url);
  return redirect(`${pathname}${search}#${rowAnchor(String(formData.get('id')))}`);
}
