import { createElement } from 'react';
import { expect, test } from 'vitest';
import { PollingRefresh } from '#app/components/polling.tsx';
import { renderedAt } from '../rendered.ts';

function refreshAt(path: string, soon?: boolean): string | undefined {
  const part = createElement(PollingRefresh, { seconds: 10, ...(soon === undefined ? {} : { soon }) });
  return /http-equiv="refresh" content="([^"]+)"/i
    .exec(renderedAt(path, part))?.[1]
    ?.replaceAll('&amp;', '&');
}

test('a waiting page without script loads itself again, marked as polling', () => {
  expect(refreshAt('/wait?appid=7')).toBe('10;url=/wait?appid=7&polling=1');
  expect(refreshAt('/wait?appid=7&polling=1')).toBe('10;url=/wait?appid=7&polling=1');
});

test('one that asks soon does so the first time only', () => {
  expect(refreshAt('/wait', true)).toBe('2;url=/wait?polling=1');
  expect(refreshAt('/wait?polling=1', true)).toBe('10;url=/wait?polling=1');
});
