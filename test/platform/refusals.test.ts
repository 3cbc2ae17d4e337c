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

test('whoever has to wait is told for how long, next to the text or in the issue of the field', () => {
  const locked = new ModuleRefusal('module.closed', { retryAfter: 540 });
  expect(locked.text).toBe('It is closed. You can try again in 9 minutes.');
  expect(locked.sayingWait('Come back at noon.')).toMatchObject({
    code: 'module.closed',
    status: 410,
    errorCode: 'closed',
    text: 'It is closed. Come back at noon.',
    options: { retryAfter: 540 },
  });
  const issues = { code: ['Wrong. You can try again in 9 minutes.'] };
  const wrong = new ModuleRefusal('module.closed', { retryAfter: 540, issues });
  expect(wrong.text).toBe('It is closed.');
  expect(wrong.sayingWait('Come back at noon.').options.issues).toEqual({
    code: ['Wrong. Come back at noon.'],
  });
  expect(new Refusal('unavailable', { retryAfter: 1 }).text).not.toContain('You can try again in');
});

test("a module's refusals are its own and those of the platform, and no others", () => {
  expect(new ModuleRefusal('throttled').status).toBe(429);
  expect(() => new ModuleRefusal('module.opened' as never)).toThrow('No such refusal: module.opened');
});
