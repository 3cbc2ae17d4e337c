import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { accessLog } from '#app/server/access-log.ts';

/** The line of the log about each request: what was asked, and no code of a link. */

function logged(path: string, { logLevel = 'info', finished = true } = {}) {
  const lines: object[] = [];
  const portal = { config: { logLevel }, log: { info: (line: object) => lines.push(line) } };
  const log = accessLog(portal as never);
  const response = Object.assign(new EventEmitter(), {
    statusCode: 302,
    writableFinished: finished,
    getHeader: (name: string) => (name === 'x-request-id' ? 'r1' : undefined),
  });
  log?.({ method: 'POST' } as never, response as never, path);
  response.emit('close');
  response.emit('close');
  return lines;
}

test.each([
  ['/user/network', '/user/network'],
  ['/hub/api/verifysession', '/hub/api/verifysession'],
  ['/user/network/details/01a215cd', '/user/network/details/:'],
  ['/handoff/Abc-def', '/handoff/:'],
  ['/link/some_code', '/link/:'],
  [`/unsubscribe/${'a'.repeat(24)}`, `/unsubscribe/${'a'.repeat(24)}`],
  [`/unsubscribe/${'a'.repeat(25)}`, '/unsubscribe/:'],
])('a request for %s is logged as %s', (path, shown) => {
  expect(logged(path)).toEqual([
    { method: 'POST', path: shown, status: 302, ms: expect.any(Number), request: 'r1' },
  ]);
});

test('an answer that was cut off is told', () => {
  expect(logged('/user', { finished: false })).toMatchObject([{ cut: true }]);
});

test.each([
  ['trace', 1],
  ['debug', 1],
  ['info', 1],
  ['warn', 0],
  ['error', 0],
])('at level %s a request has %i lines', (logLevel, count) => {
  expect(logged('/user', { logLevel })).toHaveLength(count);
});
