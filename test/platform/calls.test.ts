import { expect, it } from 'vitest';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

it.each(['GET', 'POST'] as const)('a %s of no call is not found', async (method) => {
  expect(await portal.visitor().call(method, '/user/none')).toMatchObject({
    status: 404,
    body: { success: false, error_code: 'not-found' },
  });
});
