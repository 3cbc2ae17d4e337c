import { data, redirect } from '@remix-run/node';
import type { Refusal } from '#modules/platform/index.ts';
import type { ReadActionArgs } from './action.server.ts';
import { rowAnchor } from './components/grid/table.tsx';
import { flash } from './flash.server.ts';

/**
 * The answer to a switch or a button in a row of a grid that takes effect immediately (app/components/in-place.ts).
 * With script (`inplace`) the page stays and its loaders run again. Without script the browser is redirected to the
 * row. A refusal is shown as a message of the page, because the row may no longer be in the grid.
 */
export function backToRow({ request, formData, context: { visit } }: ReadActionArgs, refusal?: Refusal) {
  if (refusal) flash(visit, refusal.text, 'bad');
  if (formData.get('inplace') === 'YES') return data(null);
  const { pathname, search } = new URL(request.url);
  return redirect(`${pathname}${search}#${rowAnchor(String(formData.get('id')))}`);
}
