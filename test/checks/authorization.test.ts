import { describe, expect, test } from 'vitest';
import { actors } from '#modules/platform/index.ts';
import type { TextKey } from '#modules/words.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';
import { type Denial, denialOf } from './access.ts';
import { makeActors } from './actors.ts';
import { validInput } from './inputs.ts';
import { type ListedCall, listCalls } from './operation-list.ts';
import { isSelected } from './selected-areas.ts';
import { expectUnchanged } from './unchanged.ts';

const portal = await testPortal();
const { visitors } = await makeActors(portal);
const calls = listCalls().filter(({ method, path }) => {
  const operation = portal.calls.find(method, path)?.operation;
  return operation === undefined || isSelected(operation);
});

/** The answer of a refusal, which is the same for every call. */
const bodies = new Map<string, string>();

function expectDenied(answer: { status: number; body: unknown }, denial: Denial): void {
  const key = denial.code === 'purchasing.owner-only' ? 'card.owner-only' : `edge.${denial.code}`;
  shows(key as TextKey, (answer.body as { error_message: string }).error_message);
  expect(answer).toMatchObject({ status: denial.status, body: { success: false, error_code: denial.code } });
  const body = JSON.stringify(answer.body);
  const known = bodies.get(denial.code) ?? body;
  expect(body, 'the same words for everybody').toBe(known);
  bodies.set(denial.code, known);
}

async function expectDeniedToOthers(call: ListedCall): Promise<void> {
  const operation = portal.calls.find(call.method, call.path)?.operation;
  if (!operation)
    throw new Error(
      `No api.ts has ${call.method} ${call.path}: add its row, or take it out of operations.tsv`,
    );
  const valid = validInput(operation.input);
  for (const actor of actors) {
    const denial = denialOf(call, actor);
    if (!denial) continue;
    for (const input of [{}, valid]) {
      expectDenied(await visitors[actor].call(call.method, call.path, input), denial);
    }
  }
}

describe('a denied call changes no row', () => {
  const unchanged = expectUnchanged(portal);

  test.each(calls)('$method $path is for $access', (call) =>
    unchanged(`${call.method} ${call.path}`, () => expectDeniedToOthers(call)),
  );
});

test.each(calls)('$method $path lets in whom it is for', async (call) => {
  const denials = [
    'no-session',
    'two-step-needed',
    'terms-needed',
    'verification-needed',
    'role-too-low',
    'not-in-admin-session',
  ];
  for (const actor of actors) {
    if (denialOf(call, actor) || endsSession(call.path)) continue;
    // Invalid on purpose: after the access rule has admitted the caller, the schema refuses the input, so nothing is
    // done.
    const answer = await visitors[actor].call(call.method, call.path, { planted: { $like: '%' } });
    expect(denials, `${actor}: ${JSON.stringify(answer.body)}`).not.toContain(answer.body.error_code);
    expect(answer.status, `${actor}: ${JSON.stringify(answer.body)}`).toBeLessThan(500);
  }
});

function endsSession(path: string): boolean {
  return path === '/logout' || path === '/admin/endusersession';
}

test('a call from a foreign page is refused before anything else', async () => {
  for (const { method, path } of calls.filter((call) => call.method === 'POST')) {
    const answer = await visitors.owner.call(method, path, {}, { sameOrigin: false });
    expect(answer, path).toMatchObject({ status: 403, body: { error_code: 'foreign-origin' } });
    shows('edge.foreign-origin', answer.body.error_message);
  }
});
