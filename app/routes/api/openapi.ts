import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { openApiOf } from '#modules/platform/index.ts';

/** The calls' documentation for machines. */
export function loader({ context }: LoaderFunctionArgs) {
  return json(openApiOf(context.portal.calls.rows, 'ShieldHub'), {
    headers: { 'Cache-Control': 'public, max-age=300' },
  });
}
