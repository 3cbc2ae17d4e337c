import type { ActionFunctionArgs } from '@remix-run/node';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { withFiles } from '#app/file-form.server.ts';
import { readForm } from '#app/form.server.ts';
import { action as requestBlock } from '#app/routes/disputes/identity-theft.tsx';
import { operation, person, Refusal, readyWith } from '#modules/platform/index.ts';
import { newPersonWithoutTwoStep } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import type { Visitor } from '#test/visitor.ts';
import { redirectOf } from './page.ts';

/** What is decided about a form before its body is read. */

const portal = await testPortal();

/** A request whose body fails the test if it is read. */
function unread(
  visitor: Visitor,
  path: string,
  type = 'multipart/form-data; boundary=x',
): ActionFunctionArgs {
  const body = new ReadableStream(
    {
      pull() {
        throw new Error('the body was read');
      },
    },
    { highWaterMark: 0 },
  );
  const url = new URL(path, portal.config.publicUrl);
  const request = new Request(url, {
    method: 'POST',
    body,
    headers: { 'content-type': type },
    duplex: 'half',
  } as RequestInit);
  return { request, params: {}, context: { portal, visit: visitor.visit() } } as never;
}

const thrownBy = (run: Promise<unknown>) => run.catch((thrown: unknown) => thrown);

test.each([
  ['/user/profile', 'multipart/form-data; boundary=x'],
  ['/user/profile', 'application/x-www-form-urlencoded'],
  ['/admin/settings.data', 'application/x-www-form-urlencoded'],
  ['/user', 'application/x-www-form-urlencoded'],
])('a form to %s of nobody is not read, as %s', async (path, type) => {
  const answer = await thrownBy(readForm(unread(portal.visitor(), path, type)));
  expect(redirectOf(answer)).toMatch(/^\/login/);
});

test('a form with files of nobody, or about what is not theirs, is not read', async () => {
  const { visitor } = await newPersonWithoutTwoStep(portal);
  const path = '/user/disputes/identity-theft?applicationid=01900000-0000-7000-8000-000000000000';
  expect(redirectOf(await thrownBy(requestBlock(unread(portal.visitor(), path))))).toMatch(/^\/login/);
  expect(await requestBlock(unread(visitor, path))).toMatchObject({
    data: { initialValue: { form: 'identity-theft' } },
    init: { status: 404 },
  });
});

test('a form with files is counted once, before it is read, and refused when the case is not ready', async () => {
  const { visitor } = await newPersonWithoutTwoStep(portal);
  const send = operation({
    name: 'test.send',
    summary: 'Sends a file.',
    access: person,
    kind: 'read',
    input: z.object({}),
    output: z.object({}),
    throttle: { by: 'account', limit: 2, per: 60_000 },
    ready: readyWith(z.object({ id: z.enum(['open', 'closed']) }), async (_work, { id }) => {
      if (id === 'closed') throw new Refusal('conflict');
    }),
    run: async () => ({}),
  });
  const ask = (id: string) => {
    const refused = ({ code }: Refusal) => code;
    const form = { operation: send, about: () => ({ id }), files: { bytes: 1, count: 1 }, refused };
    const body = new URLSearchParams({ a: 'b' });
    const request = new Request(new URL('/user', portal.config.publicUrl), { method: 'POST', body });
    const args = { request, params: {}, context: { portal, visit: visitor.visit() } } as never;
    return withFiles(args, form, async ({ context }) => portal.perform(send, {}, context.visit));
  };
  expect(await ask('closed')).toBe('conflict');
  expect(await ask('open')).toEqual({});
  expect(await ask('open')).toBe('throttled');
});
