import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { servedHosts } from '#app/server/hosts.ts';
import { openListener } from '#app/server/listener.ts';
import { createWeb } from '#app/server/web.ts';
import { makeTasks } from '#modules/platform/jobs/tasks.ts';
import { silentLog } from '#modules/platform/log.ts';
import { startTracing } from '#modules/platform/tracing/index.ts';
import { newPerson } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { ask } from '../app/server/ask.ts';
import { bareBuild } from '../app/server/bare-build.ts';

interface Sent {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code?: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

const bodies: string[] = [];
const collector = createServer(async (request, response) => {
  bodies.push((await buffer(request)).toString());
  response.end('{}');
});
await new Promise<void>((done) => {
  collector.listen(0, '127.0.0.1', done);
});
const logLines: string[] = [];
const portal = await testPortal({ logLines, environment: { LOG_LEVEL: 'info' } });
const listener = await openListener({ host: '127.0.0.1', port: 0 });
listener.serve(
  createWeb({
    portal,
    hosts: servedHosts(portal),
    hooks: [],
    checks: [],
    build: bareBuild([{ path: 'person/:id', loader: () => new Response('one') }]),
    assets: null,
  }),
);
afterAll(async () => {
  await listener.drain(0);
  collector.close();
});

/** Runs work with tracing on. @returns the spans that the collector got */
async function spansOf(run: () => Promise<unknown>): Promise<Sent[]> {
  const address = collector.address() as { port: number };
  const tracing = { url: `http://127.0.0.1:${address.port}/v1/traces`, headers: {}, share: 1 };
  const end = await startTracing({ ...portal.config, tracing }, 'shield test');
  await run();
  await end();
  return bodies
    .splice(0)
    .flatMap((body) => JSON.parse(body).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans);
}

const named = (spans: readonly Sent[], name: string) => {
  const found = spans.find((span) => span.name === name);
  if (!found) throw new Error(`no span is called ${name}: ${spans.map((span) => span.name).join(', ')}`);
  return found;
};
const attributesOf = ({ attributes }: Sent) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

const request = (path: string, more: object = {}, body?: string) =>
  ask(listener.port, path, {
    method: body ? 'POST' : 'GET',
    headers: {
      host: portal.config.baseHost,
      origin: portal.config.publicUrl,
      'content-type': 'application/json',
      ...more,
    },
    ...(body ? { body } : {}),
  });

test('a request, its operation and the statements are one trace, which goes on from the proxy’s and names nobody', async () => {
  const person = await newPerson(portal);
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const body = JSON.stringify({ emailaddress: person.emailaddress, password: 'wrong-Password-2031' });
  const spans = await spansOf(async () => {
    const answer = await request(
      '/hub/api/login',
      { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
      body,
    );
    expect(answer.body).toContain('wrong-credentials');
  });
  const asked = named(spans, 'POST /login');
  expect(asked).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331', kind: 2 });
  expect(attributesOf(asked)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/login',
    'http.response.status_code': 400,
  });
  const operation = named(spans, 'identity.login');
  expect(operation).toMatchObject({ traceId, parentSpanId: asked.spanId });
  expect(attributesOf(operation)).toEqual({ 'shield.refusal': 'identity.wrong-credentials' });
  expect(operation.status.code ?? 0).toBe(0);
  expect(spans.some((span) => span.parentSpanId === operation.spanId)).toBe(true);
  // The test's own request is one to the outside, too.
  const own = spans.filter(({ kind }) => kind !== 3);
  expect(new Set(own.map((span) => span.traceId))).toEqual(new Set([traceId]));
  expect(JSON.stringify(spans)).not.toContain(person.emailaddress);
  const refused = logLines
    .map((line) => JSON.parse(line))
    .find(({ msg, route }) => msg === 'refused' && route === 'POST /login');
  expect(refused).toMatchObject({ trace_id: traceId });
});

const tasks = makeTasks<null>({
  context: null,
  handlers: [{ job: { name: 'greet', timeout: 1000 }, run: async () => {} } as never],
  schedules: [],
  log: silentLog(),
  onEvent: () => {},
  pool: portal.pool,
  beforeRetry: async () => {},
});
const helpers = { job: { id: '7', key: null, attempts: 1, max_attempts: 3 }, abortSignal: null } as never;

test('a page has the pattern of its route, and a job is a trace of its own', async () => {
  const spans = await spansOf(async () => {
    await request('/person/ada-lovelace');
    await tasks.greet?.({ name: 'Ada' }, helpers);
  });
  expect(named(spans, 'GET /person/:id').status.code ?? 0).toBe(0);
  expect(JSON.stringify(spans)).not.toContain('ada-lovelace');
  const job = named(spans, 'greet');
  expect(attributesOf(job)).toEqual({ 'shield.attempt': 1 });
  expect(job.parentSpanId ?? '').toBe('');
});

test('without tracing, nothing is sent and no line of the log has a trace', async () => {
  logLines.length = 0;
  await request('/hub/api/verifysession');
  expect(bodies).toEqual([]);
  expect(logLines.filter((line) => line.includes('trace_id'))).toEqual([]);
});
