import { type ActionFunctionArgs, data, redirect } from '@remix-run/node';
import { z } from 'zod';
import { readForm } from '../../form.server.ts';
import { hideColumns } from '../../grid.server.ts';

const word = z.string().regex(/^[a-z][a-z-]{0,39}$/);
const choice = z.object({
  grid: word,
  /** The columns that can be hidden, and those of them that are to be shown. */
  column: z.array(word).min(1).max(40),
  show: z.array(word).max(40),
  /** The page of the grid: a path of our own. */
  to: z
    .string()
    .max(2000)
    .regex(/^\/(?![/\\])[^\\\s]*$/),
});

/** Remembers which columns of a grid somebody hides. It is about the browser alone, so that nobody need be signed in. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const chosen = choice.safeParse({
    grid: form.get('grid'),
    column: form.getAll('column'),
    show: form.getAll('show'),
    to: form.get('to'),
  });
  if (!chosen.success) return data(null, { status: 400 });
  const { grid, column, show, to } = chosen.data;
  hideColumns(
    context.visit,
    grid,
    column.filter((id) => !show.includes(id)),
  );
  return form.get('inplace') === 'YES' ? data(null) : redirect(to);
}
