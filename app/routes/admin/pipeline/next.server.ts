import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { getNextAlert, pipelineGrid } from '#modules/admin/index.ts';
import { attempt } from '../../../door.server.ts';
import { flash } from '../../../flash.server.ts';
import { alertOf, queueOf, withQueue, workOn } from './work.ts';

/** The page of the next alert of the same kind; the queue if there is none, or if the page's alert is gone. */
export async function findNext(args: LoaderFunctionArgs, queue: string) {
  const asked = pipelineGrid.readAddress(new URLSearchParams(queue));
  const found = await attempt(args, getNextAlert, { ...asked, alertid: alertOf(queue) ?? '' });
  const next = found.ok ? found.output.alert : null;
  return next && found.ok
    ? { to: workOn(next, queue), left: found.output.left }
    : { to: `/admin/pipeline?${queue}`, left: 0 };
}

/**
 * After a decision: opens the next alert of the same kind if the page was opened from the queue.
 * @param words what was done
 * @param otherwise where to go if the page was opened from elsewhere
 */
export async function afterDecision(args: LoaderFunctionArgs, words: string, otherwise: string) {
  const queue = queueOf(new URL(args.request.url).search);
  if (queue === null) {
    flash(args.context.visit, words);
    return redirect(otherwise);
  }
  const { to, left } = await findNext(args, queue);
  flash(
    args.context.visit,
    `${words}${/[.!?]$/.test(words) ? '' : '.'} ${left > 0 ? `Next: ${left} left.` : 'None left.'}`,
  );
  return redirect(to);
}

/** A path of the same work, which keeps the way back to the queue. */
export const keepQueue = ({ request }: Pick<LoaderFunctionArgs, 'request'>, path: string): string =>
  withQueue(path, queueOf(new URL(request.url).search));
