import { type ActionFunctionArgs, data, redirect } from '@remix-run/node';
import { z } from 'zod';
import { readForm } from '../../form.server.ts';
import { hideColumns } from '../../grid.server.ts';

const word = z.string().regex(/^[a-z][a-z-]{0,39}$/);
const choice = z.object({
  grid: word,
  /** The columns that can be hidden, and those of them that should be shown. */
  column: z.array(word).min(1).max(40),
  show: z.array(word).max(40),
  /** The page with the grid: a path of the portal. */
  to: z
    .string()
    .max(2000)
    .regex(/^\/(?![/\\])[^\\\s]*$/),
});

/** Stores in a cookie which columns of a grid this browser hides. It is not about a person, so no session is needed. */
export async function action(args: ActionFunctionArgs) {
  const { formData: form } = await readForm(args);
  const chosen = choice.safeParse({
    grid: form.get('grid'),
    column: form.getAll('column'),
    show: form.getAll('show'),
    to: form.get('to'),
  });
  if (!chosen.success) return data(null, { status: 400 });
  const { grid, column, show, to } = chosen.data;
  hideColumns(
    args.context.visit,
    grid,
    column.filter((id) => !show.includes(id)),
  );
  return form.get('inplace') === 'YES' ? data(null) : redirect(to);
}
