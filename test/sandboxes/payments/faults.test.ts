import { expect, it } from 'vitest';
import { Faults } from '#sandboxes/payments/index.ts';

it('takes planned faults back: those of one call, or all', () => {
  const faults = new Faults();
  faults.plan({ kind: 'hang', on: 'POST /v1/refunds', times: 3 });
  faults.plan({ kind: 'reset', on: 'GET /v1' });
  faults.plan({ kind: 'hang', on: 'POST /v1/refunds', times: 0 });
  expect(faults.take('POST /v1/refunds')).toBeUndefined();
  expect(faults.take('GET /v1/refunds')).toBe('reset');
  faults.plan({ kind: 'reset', on: 'GET /v1' });
  faults.plan({ kind: 'error-500' });
  faults.plan({ kind: 'error-500', times: 0 });
  expect(faults.take('GET /v1/refunds')).toBeUndefined();
});
