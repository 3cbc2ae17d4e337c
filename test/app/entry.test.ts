import type { LoaderFunctionArgs } from '@remix-run/node';
import { expect, test } from 'vitest';
import { handleError } from '#app/entry.server.tsx';

test('what a loader did not expect is logged, what nobody could answer is not', () => {
  const lines: unknown[] = [];
  const context = {
    portal: { log: { error: (fields: object) => lines.push(fields) } },
    visit: { requestId: '1' },
  };
  const args = {
    request: new Request('http://localhost/'),
    context,
    params: {},
  } as unknown as LoaderFunctionArgs;
  handleError(
    { status: 405, statusText: 'Method Not Allowed', internal: true, data: 'Error: no action' },
    args,
  );
  handleError({ status: 404, statusText: 'Not Found', internal: true, data: 'Error: no route' }, args);
  expect(lines).toEqual([]);
  const error = new Error('unexpected');
  handleError(error, args);
  expect(lines).toEqual([{ err: error, request: '1' }]);
});
