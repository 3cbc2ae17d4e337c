import { expect, test } from 'vitest';
import { Port } from '#modules/platform/port.ts';

test('each portal has its own adapter, and one without it says which is missing', () => {
  const port = new Port<string>('printers');
  const [one, other, none] = [{}, {}, {}];
  port.provide(one, 'the first');
  port.provide(other, '');
  expect([port.of(one), port.of(other)]).toEqual(['the first', '']);
  expect(() => port.of(none)).toThrow("the portal has no adapter for 'printers'");
});
