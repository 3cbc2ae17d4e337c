import type { ActionFunctionArgs } from '@remix-run/node';
import { expect, test } from 'vitest';
import { intents } from '#app/action.server.ts';
import { intentField, intentNames } from '#app/intents.ts';

const names = intentNames('save', 'resend');

const action = intents(names, {
  save: ({ formData }) => ({ saved: [...formData.keys()] }),
  resend: ({ formData }) => ({ resent: formData.get('id') }),
});

function sent(...entries: [string, string][]): ActionFunctionArgs {
  const request = new Request('http://localhost/page', {
    method: 'POST',
    body: new URLSearchParams(entries),
  });
  // Only the arguments that an action without an operation reads.
  return { request, params: {}, context: {} } as ActionFunctionArgs;
}

test('each intent is answered by its own handler, with the form as it was read', async () => {
  expect(await action(sent([intentField, 'resend'], ['id', '7']))).toEqual({ resent: '7' });
  expect(await action(sent(['name', 'x'], [intentField, 'save']))).toEqual({ saved: ['name'] });
});

test('the pressed button counts, not the form that it stands in', async () => {
  expect(await action(sent([intentField, 'save'], ['id', '7'], [intentField, 'resend']))).toEqual({
    resent: '7',
  });
});

test.each([
  ['another intent', [[intentField, 'delete']]],
  ['none', [['id', '7']]],
  ['a name that every object has', [[intentField, 'toString']]],
] as [string, [string, string][]][])('%s is refused with 400', async (_what, entries) => {
  const refused = await action(sent(...entries)).catch((answer: unknown) => answer);
  expect(refused).toBeInstanceOf(Response);
  expect((refused as Response).status).toBe(400);
});
