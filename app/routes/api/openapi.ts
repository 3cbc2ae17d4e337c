import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { openApiOf } from '#modules/platform/index.ts';
import { refusals } from '#modules/words.ts';

/** The calls' documentation for machines. */
export function loader({ context }: LoaderFunctionArgs) {
  return json(openApiOf(context.portal.calls.rows, 'Calls of the portal', Object.keys(refusals)), {
    headers: { 'Cache-Control': 'public, max-age=300' },
  });
}
