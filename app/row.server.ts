import { data, redirect } from '@remix-run/node';
import type { z } from 'zod';
import type { Fields } from '#modules/platform/fields/field.ts';
import { Refusal } from '#modules/platform/index.ts';
import { type Mapping, type ReadActionArgs, type Sending, submit } from './action.server.ts';
import { rowAnchor, withMenu } from './components/grid/page.ts';
import { flash } from './flash.server.ts';

/**
 * The handler of a switch or a button in a row of a grid that takes effect immediately: one entry of the page's
 * `intents`. It runs the operation with the form of the row and answers with `backToRow`.
 */
export function rowAction<
  C,
  I extends z.ZodType,
  O extends z.ZodType,
  F extends Fields,
  S extends z.ZodType,
  M extends z.input<I> = z.input<I>,
>(
  row: Pick<Sending<C, I, O, F, S, Back>, 'form' | 'operation'> &
    Mapping<z.output<S>, z.input<I>, M> & {
      /** The message after success; without it the row shows the result by itself. */
      said?: (output: z.output<O>) => string;
    },
) {
  const mapping: Mapping<z.output<S>, z.input<I>, M> = row;
  return (args: ReadActionArgs) => {
    const sending: Sending<C, I, O, F, S, Back> = {
      form: row.form,
      operation: row.operation,
      done: (output) => backToRow(args, row.said?.(output)),
      otherwise: (refusal) => backToRow(args, refusal),
    };
    return submit<C, I, O, F, S, Back, M>(args, { ...mapping, ...sending });
  };
}

type Back = ReturnType<typeof backToRow>;

/**
 * The answer to a switch or a button in a row of a grid that takes effect immediately (app/components/in-place.ts).
 * With script (`inplace`) the page stays and its loaders run again. Without script the browser is redirected to the
 * row.
 * @param said the message of the page: what was done, or a refusal, because the row may no longer be in the grid
 */
export function backToRow(
  { request, formData, context: { visit } }: ReadActionArgs,
  said?: string | Refusal | undefined,
) {
  if (said instanceof Refusal) flash(visit, said.text, 'bad');
  else if (said !== undefined) flash(visit, said);
  if (formData.get('inplace') === 'YES') return data(null);
  const { pathname, search } = new URL(request.url);
  return redirect(`${pathname}${withMenu(search, null)}#${rowAnchor(String(formData.get('id')))}`);
}
