import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { servedHosts } from '#app/server/hosts.ts';
import { openListener } from '#app/server/listener.ts';
import { createWeb } from '#app/server/web.ts';
import type { Actor } from '#modules/platform/index.ts';
import { type Answered, ask } from '#test/app/server/ask.ts';
import { bareBuild } from '#test/app/server/bare-build.ts';
import { openShop } from '#test/factories/shop.ts';
import { shows } from '#test/shown.ts';
import { admittedBy, type Rule } from './access.ts';
import { makeActors } from './actors.ts';
import { badBody, badValue, writeBody, writeQuery } from './bad-values.ts';
import { schemaOf, validInput } from './inputs.ts';
import { type ListedCall, listCalls } from './operation-list.ts';
import { isSelected } from './selected-areas.ts';
import { expectUnchanged } from './unchanged.ts';

/** For each call. Since each run has other inputs, few are enough for every run. */
const TRIES = Number(process.env.BAD_INPUTS ?? (process.env.TEST_SET === 'all' ? 40 : 12));
/** The same seed gives the same inputs. A failure shows the seed. */
const SEED = Number(process.env.BAD_INPUT_SEED ?? Math.floor(Math.random() * 2 ** 31));

// Without a provider, each call that needs it would retry for a second.
const { portal } = await openShop({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });
const { visitors } = await makeActors(portal);
const listener = await openListener({ host: '127.0.0.1', port: 0 });
listener.serve(
  createWeb({
    portal,
    hosts: servedHosts(portal),
    hooks: [],
    checks: [],
    assets: null,
    build: bareBuild([]),
  }),
);
afterAll(() => listener.drain(0));

/** An actor whom the access rule admits, so that the input is checked. */
function askerOf({ access }: Rule): Actor {
  const admitted = admittedBy(access);
  const found = (['anonymous', 'owner', 'staff'] as const).find((actor) => admitted.includes(actor));
  if (!found) throw new Error(`No actor of this test may use what is for ${access}`);
  return found;
}

let asked = 0;

function send(call: ListedCall, text: string): Promise<Answered> {
  asked += 1;
  const visitor = visitors[askerOf(call)];
  const host = portal.config.baseHost;
  return ask(listener.port, `/hub/api${call.path}${call.method === 'GET' && text ? `?${text}` : ''}`, {
    method: call.method,
    headers: {
      host,
      origin: `http://${host}`,
      'sec-fetch-site': 'same-origin',
      // A new address for each request, so that no throttle refuses it first.
      'x-forwarded-for': `198.18.${Math.floor(asked / 250) % 250}.${asked % 250}`,
      cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(call.method === 'POST'
        ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
        : {}),
    },
    ...(call.method === 'POST' ? { body: text } : {}),
  });
}

/** Inputs with one or two wrong fields, and bodies with another structure. */
function badInputs(call: ListedCall): string[] {
  const operation = portal.calls.find(call.method, call.path)?.operation;
  if (!operation)
    throw new Error(
      `No api.ts has ${call.method} ${call.path}: add its row, or take it out of operations.tsv`,
    );
  const fields = Object.keys(schemaOf(operation.input).properties ?? {});
  const valid = validInput(operation.input) as Record<string, unknown>;
  const write = call.method === 'GET' ? writeQuery : writeBody;
  const oneField = fc
    .tuple(fc.constantFrom(...(fields.length > 0 ? fields : ['unknown'])), badValue)
    .map(([field, value]) => write({ ...valid, [field]: value }));
  const everyField = badValue.map((value) =>
    write(Object.fromEntries(fields.map((field) => [field, value]))),
  );
  const bodies = call.method === 'GET' ? everyField : badBody;
  const inputs = fc.oneof(
    { weight: 6, arbitrary: oneField },
    { weight: 1, arbitrary: everyField },
    { weight: 1, arbitrary: bodies },
  );
  return fc.sample(inputs, { numRuns: TRIES, seed: SEED });
}

function isValid(call: ListedCall, text: string): boolean {
  try {
    const input =
      call.method === 'GET' ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text || '{}');
    return portal.calls.find(call.method, call.path)?.operation.input.safeParse(input).success ?? false;
  } catch {
    return false;
  }
}

const insides =
  /node_modules|\.ts:\d|\bat .+:\d+:\d+|select [^.]* from |insert into |SyntaxError|TypeError|RangeError|ZodError/;

function expectPlain(answer: Answered, text: string): void {
  const said = `${answer.status} ${answer.body.slice(0, 500)} for ${text.slice(0, 300)} (BAD_INPUT_SEED=${SEED})`;
  expect(answer.status, said).toBeLessThan(500);
  expect(answer.body, said).not.toMatch(insides);
  if (answer.status !== 431)
    expect(JSON.parse(answer.body), said).toHaveProperty('success', answer.status < 400);
}

const calls = listCalls().filter(({ method, path }) => {
  const operation = portal.calls.find(method, path)?.operation;
  return operation === undefined || isSelected(operation);
});

async function expectRefused(call: ListedCall): Promise<void> {
  for (const text of badInputs(call).filter((input) => !isValid(call, input))) {
    const answer = await send(call, text);
    expectPlain(answer, text);
    expect(answer.status, `${answer.body.slice(0, 300)} for ${text.slice(0, 300)}`).toBeGreaterThanOrEqual(
      400,
    );
  }
  expect('polluted' in {}).toBe(false);
}

describe('a refused request changes no row', () => {
  const unchanged = expectUnchanged(portal);

  test.each(calls)('$method $path takes no bad input', (call) =>
    unchanged(`${call.method} ${call.path}`, () => expectRefused(call)),
  );
});

test.each(calls)('$method $path breaks on nothing that its schema lets in', async (call) => {
  for (const text of badInputs(call).filter((input) => isValid(call, input)))
    expectPlain(await send(call, text), text);
  expect('polluted' in {}).toBe(false);
});

test('what is not JSON, and what is too much, is refused before it is read', async () => {
  const call = listCalls().find(({ path }) => path === '/login');
  if (!call) throw new Error('no login');
  const host = portal.config.baseHost;
  const headers = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
  const form = await ask(listener.port, '/hub/api/login', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'emailaddress=a',
  });
  expect(form.status).toBe(415);
  shows('edge.not-json', JSON.parse(form.body).error_message);
  const large = await send(call, JSON.stringify({ emailaddress: 'x'.repeat(2 * 1_048_576) }));
  expect(large.status).toBe(413);
  shows('edge.too-large', JSON.parse(large.body).error_message);
});
