import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import { type CraRequest, craRequests } from '#modules/applications/cra/contract.ts';
import { HttpsCra } from '#modules/applications/cra/https.ts';
import { craOpenApi } from '#modules/applications/cra/openapi.ts';
import { type Cra, CraFailed, type CraSubmission, craEvent } from '#modules/applications/cra/port.ts';
import { newId, sql } from '#modules/platform/index.ts';
import { advance, SandboxCra } from '#sandboxes/cra/index.ts';
import { testPortal } from '#test/portal.ts';
import { testKey } from '#test/test-key.ts';

/** The same tests for both adapters: the sandbox, and the live adapter with a server that implements the contract. */

const portal = await testPortal();
const sandbox = new SandboxCra(portal);
const KEY = 'key-of-the-agency';
const seen: { authorization: string | undefined; idempotency: unknown; path: string }[] = [];
let misbehave: ((response: ServerResponse) => void) | null = null;

/** A server that implements the agency's contract with the sandbox, and accepts only what is documented. */
const server = createServer(async (request, response) => {
  const path = request.url ?? '';
  seen.push({
    authorization: request.headers.authorization,
    idempotency: request.headers['idempotency-key'],
    path,
  });
  if (misbehave) return misbehave(response);
  try {
    if (request.headers.authorization !== `Bearer ${KEY}`) return void response.writeHead(401).end();
    await serve(request, response, path);
  } catch {
    response.writeHead(404).end();
  }
});

/** The documented request that matches, with the parts of its path. */
function recognize(method: string | undefined, path: string) {
  for (const [name, request] of Object.entries<CraRequest>(craRequests)) {
    const pattern = request.path.replaceAll(/{(\w+)}/g, '(?<$1>[^/]+)');
    const match = new RegExp(`^${pattern}$`).exec(path);
    if (match && request.method === method) {
      return { name: name as keyof typeof craRequests, parts: { ...match.groups } as Record<string, string> };
    }
  }
  throw new Error(`not in the contract: ${method} ${path}`);
}

async function serve(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
  const { name, parts } = recognize(request.method, path);
  const { craid = '', profile_number: number = '' } = parts;
  const bytes = await buffer(request);
  const bodyOf = <K extends keyof typeof craRequests>(key: K) =>
    craRequests[key].body.parse(JSON.parse(bytes.toString())) as z.output<(typeof craRequests)[K]['body']>;
  const json = (body: object) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const done = () => response.writeHead(204).end();
  const answers: Record<keyof typeof craRequests, () => Promise<unknown>> = {
    submit: async () => json({ profile_number: (await sandbox.submit(bodyOf('submit'))).profileNumber }),
    async status() {
      const { state, lastEvent } = await sandbox.status(craid, number);
      json({ state, last_event: lastEvent });
    },
    async report() {
      const pdf = await sandbox.report(craid, number);
      response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdf);
    },
    async answerSsnReview() {
      const { confirmed } = bodyOf('answerSsnReview');
      await sandbox.answerSsnReview(craid, number, confirmed);
      done();
    },
    async setMonitoring() {
      const { on } = bodyOf('setMonitoring');
      json({ monitoring_id: (await sandbox.setMonitoring(craid, number, on)).monitoringId });
    },
    async identityRecords() {
      const records = await sandbox.identityRecords(craid, number);
      json({
        records: records.map(({ profileNumber, checkedAt, result }) => ({
          profile_number: profileNumber,
          checked_at: checkedAt.toISOString(),
          result,
        })),
      });
    },
    async dispute() {
      const { text, items, due_at, messages } = bodyOf('dispute');
      await sandbox.dispute(craid, number, {
        disputeId: parts.dispute_id ?? '',
        text,
        items,
        dueAt: new Date(due_at),
        messages: messages.map((each) => ({ ...each, writtenAt: new Date(each.written_at) })),
      });
      done();
    },
    async block() {
      const { due_at, ...block } = bodyOf('block');
      await sandbox.block(craid, number, {
        ...block,
        blockId: parts.block_id ?? '',
        dueAt: new Date(due_at),
      });
      done();
    },
    async document() {
      const type = craRequests.document.files.find((each) => each === request.headers['content-type']);
      if (!type) throw new Error('a file of another type');
      await sandbox.document(craid, number, {
        caseId: parts.case_id ?? '',
        documentId: parts.document_id ?? '',
        contentType: type,
        body: bytes,
      });
      done();
    },
  };
  await answers[name]();
}

let live: HttpsCra;
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  live = new HttpsCra({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, apiKey: KEY });
});
afterAll(() => new Promise((done) => server.close(done)));

function submission(ssn = '900000001'): CraSubmission {
  const address = { address1: '1 Oak', address2: '', city: 'Austin', state: 'TX', postalcode: '78701' };
  return {
    idempotencyKey: newId(),
    craid: '2',
    product: 'NATIONAL',
    subject: {
      firstname: 'Pat',
      middlename: '',
      lastname: 'Person',
      namesuffix: '',
      aliases: [],
      dateofbirth: '1985-04-12',
      ssn,
      address,
      previousAddresses: [],
    },
    jurisdictions: [],
    callbackUrl: 'http://127.0.0.1:9/hooks/cra',
  };
}

async function complete(idempotencyKey: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from sandbox.screening where idempotency_key = ${idempotencyKey}`.execute(portal.db);
  for (let step = 0; step < 2; step += 1) await advance(portal, rows[0]?.id ?? '');
}

const agencyKey = testKey('An agency', 'CRA_TEST_URL', 'CRA_TEST_KEY', 'CRA_TEST_ID');
test.skipIf(!agencyKey)(
  'an agency itself takes the key, and knows no check that was never ordered',
  async () => {
    const agency = new HttpsCra({
      url: agencyKey?.CRA_TEST_URL ?? '',
      apiKey: agencyKey?.CRA_TEST_KEY ?? '',
    });
    const asked = agency.status(agencyKey?.CRA_TEST_ID ?? '', `contract-${newId()}`);
    await expect(asked).rejects.toMatchObject({ name: 'CraFailed', unavailable: false });
  },
);

describe.each<[string, () => Cra]>([
  ['the sandbox', () => sandbox],
  ['the live adapter', () => live],
])('%s', (_name, cra) => {
  test('takes a submission once: the same key answers the same number', async () => {
    const order = submission();
    const first = await cra().submit(order);
    expect(first.profileNumber).toMatch(/^\d{4}-\d{5}$/);
    expect(await cra().submit(order)).toEqual(first);
    const other = await cra().submit(submission());
    expect(other.profileNumber).not.toBe(first.profileNumber);
  });

  test('tells the state, and gives the report once it is completed', async () => {
    const order = submission();
    const { profileNumber } = await cra().submit(order);
    expect(await cra().status('2', profileNumber)).toEqual({ state: 'received', lastEvent: null });
    await expect(cra().report('2', profileNumber)).rejects.toThrow(CraFailed);
    await complete(order.idempotencyKey);
    expect(await cra().status('2', profileNumber)).toMatchObject({
      state: 'completed',
      lastEvent: { type: 'completed', profile_number: profileNumber },
    });
    expect((await cra().report('2', profileNumber)).subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('turns the monitoring of a completed check on and off, under one id', async () => {
    const order = submission();
    const { profileNumber } = await cra().submit(order);
    await expect(cra().setMonitoring('2', profileNumber, true)).rejects.toThrow(CraFailed);
    await complete(order.idempotencyKey);
    const { monitoringId } = await cra().setMonitoring('2', profileNumber, true);
    expect(await cra().setMonitoring('2', profileNumber, true)).toEqual({ monitoringId });
    expect(await cra().setMonitoring('2', profileNumber, false)).toEqual({ monitoringId });
  });

  test('waits for the review of an SSN, and goes on once it was confirmed, however often', async () => {
    const order = submission('900000011');
    const { profileNumber } = await cra().submit(order);
    await complete(order.idempotencyKey);
    expect(await cra().status('2', profileNumber)).toMatchObject({ state: 'review' });
    await cra().answerSsnReview('2', profileNumber, true);
    expect(await cra().status('2', profileNumber)).toMatchObject({ state: 'inprogress' });
    await complete(order.idempotencyKey);
    await cra().answerSsnReview('2', profileNumber, true);
    expect(await cra().status('2', profileNumber)).toMatchObject({ state: 'completed' });
    await expect(cra().answerSsnReview('2', '0000-00000', true)).rejects.toThrow(CraFailed);
  });

  test('ends a check whose SSN was not confirmed, however often it is told', async () => {
    const order = submission('900000011');
    const { profileNumber } = await cra().submit(order);
    await complete(order.idempotencyKey);
    await cra().answerSsnReview('2', profileNumber, false);
    await cra().answerSsnReview('2', profileNumber, false);
    await complete(order.idempotencyKey);
    expect(await cra().status('2', profileNumber)).toMatchObject({ state: 'withdrawn' });
  });

  test('tells what it has on record for the identity', async () => {
    const { profileNumber } = await cra().submit(submission());
    expect(await cra().identityRecords('2', profileNumber)).toEqual([
      { profileNumber, checkedAt: expect.any(Date), result: 'Name, date of birth and SSN match' },
    ]);
  });

  test('takes a dispute, a block and its documents of a completed check, however often', async () => {
    const order = submission('900000004');
    const { profileNumber } = await cra().submit(order);
    const [caseId, documentId, dueAt] = [newId(), newId(), new Date()];
    const block = { blockId: caseId, blocked: true, items: ['County criminal'], text: 'Not mine', dueAt };
    await expect(cra().block('2', profileNumber, block)).rejects.toThrow(CraFailed);
    await complete(order.idempotencyKey);
    const message = { author: 'person' as const, text: 'See the letter', writtenAt: dueAt };
    const dispute = { disputeId: caseId, text: 'no answer', items: [], dueAt, messages: [message] };
    const document = {
      caseId,
      documentId,
      contentType: 'image/png' as const,
      body: Buffer.from('a picture'),
    };
    for (let time = 0; time < 2; time += 1) {
      await cra().dispute('2', profileNumber, dispute);
      await cra().document('2', profileNumber, document);
      await cra().block('2', profileNumber, block);
    }
    const { rows } = await portal.pool.query(
      'select dispute_id, block_id, block_on from sandbox.screening where idempotency_key = $1',
      [order.idempotencyKey],
    );
    expect(rows).toEqual([{ dispute_id: caseId, block_id: caseId, block_on: true }]);
  });

  test('fails for a check that it does not know', async () => {
    await expect(cra().status('2', '0000-00000')).rejects.toThrow(CraFailed);
    await expect(cra().status('4', '0000-00000')).rejects.toThrow(CraFailed);
  });
});

describe('the live adapter', () => {
  test('shows its key and the idempotency key', async () => {
    const order = submission();
    await live.submit(order);
    expect(seen.at(-1)).toEqual({
      authorization: `Bearer ${KEY}`,
      idempotency: order.idempotencyKey,
      path: '/screenings',
    });
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['a failure', (response) => void response.writeHead(500).end('900000001')],
    ['an answer of another shape', (response) => void response.writeHead(200).end('{"profile_number":7}')],
    ['no JSON', (response) => void response.writeHead(200).end('<html>')],
    ['a redirect', (response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()],
    ['a broken connection', (response) => void response.destroy()],
  ])('fails on %s, and says nothing of what was sent', async (_what, how) => {
    misbehave = how;
    const failure = await live.submit(submission()).catch((error) => error);
    misbehave = null;
    expect(failure).toBeInstanceOf(CraFailed);
    expect(String(failure.message)).not.toContain('900000001');
  });
});

describe('a report of the live adapter', () => {
  const limit = 30 * 1024 * 1024;
  test.each<[string, string, Buffer, string | null]>([
    ['a PDF', 'application/pdf', Buffer.from('%PDF-'), null],
    ['a PDF with a parameter', 'application/pdf; version=1.7', Buffer.from('%PDF-'), null],
    ['something else', 'text/html', Buffer.from('%PDF-'), 'the report is not a PDF'],
    ['a PDF of 30 MB', 'application/pdf', Buffer.alloc(limit), null],
    ['a larger PDF', 'application/pdf', Buffer.alloc(limit + 1), 'the report is too large'],
  ])('may be %s, or not', async (_what, type, body, failure) => {
    misbehave = (response) => void response.writeHead(200, { 'content-type': type }).end(body);
    const report = live.report('2', '0000-00000');
    if (failure) await expect(report).rejects.toThrow(failure);
    else expect((await report).length).toBe(body.length);
    misbehave = null;
  });

  test('fails where no report is, with the number of the failure and the path', async () => {
    await expect(live.report('2', '0000-00000')).rejects.toThrow(/^404 to \/.*0000-00000/);
    const deaf = new HttpsCra({ url: 'http://127.0.0.1:9', apiKey: KEY });
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    await expect(deaf.status('2', '0000-00000')).rejects.toThrow(/^no answer to \/\S+: \w+$/);
    expect(timeout.mock.calls).toEqual([[30_000]]);
    timeout.mockRestore();
  });
});

describe('the documentation for agencies', () => {
  interface Documentation {
    paths: Record<string, Record<string, { operationId: string }>>;
    webhooks: {
      event: {
        post: {
          requestBody: {
            content: {
              'application/json': { schema: { oneOf: { properties: { type: { const: string } } }[] } };
            };
          };
        };
      };
    };
  }
  const { paths, webhooks } = craOpenApi('Test', 'https://portal.example/hooks/cra') as Documentation;

  test('has every request of the adapter under its method and path, and nothing else', () => {
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [operationId, method.toUpperCase(), path]),
    );
    const sent = Object.entries<CraRequest>(craRequests).map(([name, { method, path }]) => [
      name,
      method,
      path,
    ]);
    expect(documented.sort()).toEqual(sent.sort());
  });

  test('has every event that the portal takes', () => {
    const { oneOf } = webhooks.event.post.requestBody.content['application/json'].schema;
    const types = oneOf.map(({ properties }) => properties.type.const);
    expect(types).toEqual(craEvent.options.map(({ shape }) => shape.type.value));
    expect(types).toContain('blockresult');
  });
});
