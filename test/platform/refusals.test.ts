import { expect, test } from 'vitest';
import { Refusal, refusalsOf } from '#modules/platform/refusals.ts';

const ModuleRefusal = refusalsOf({
  'module.closed': { status: 410, text: 'It is closed.', errorCode: 'closed' },
});

test('the log gets the detail of a refusal, and the person its text or that of the outside service', () => {
  expect(new Refusal('not-found')).toMatchObject({
    message: 'not-found',
    status: 404,
    errorCode: 'not-found',
  });
  expect(new Refusal('not-found', { detail: 'no such row' }).message).toBe('not-found: no such row');
  expect(new ModuleRefusal('module.closed')).toMatchObject({
    status: 410,
    text: 'It is closed.',
    code: 'module.closed',
    errorCode: 'closed',
  });
  expect(new ModuleRefusal('module.closed', { message: 'Declined.' }).text).toBe('Declined.');
});

test("a module's refusals are its own and those of the platform, and no others", () => {
  expect(new ModuleRefusal('throttled').status).toBe(429);
  expect(() => new ModuleRefusal('module.opened' as never)).toThrow('No such refusal: module.opened');
});
