import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { OnfidoVerifier, VerifierFailed } from '#modules/applications/index.ts';

/** A server that makes applicants and does not begin their runs. */
const asked: string[] = [];
let failing: { status: number; body: object } = { status: 500, body: {} };
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  request.resume();
  if (request.method === 'DELETE') return void response.writeHead(204).end();
  const isApplicant = request.url === '/v3.6/applicants';
  const { status, body } = isApplicant ? { status: 201, body: { id: 'applicant-1' } } : failing;
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => void server.close());

const verifier = new OnfidoVerifier({
  url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3.6`,
  apiToken: 'api_sandbox.token-of-the-tests',
  workflowId: '33333333-3333-4333-8333-333333333333',
});

test.each([
  ['fails', { status: 500, body: {} }],
  ['has no page for the images', { status: 201, body: { id: 'run-1', status: 'awaiting_input' } }],
])('an applicant whose run %s is deleted at Onfido again', async (_how, answer) => {
  asked.length = 0;
  failing = answer;
  const subject = { firstname: 'Dana', lastname: 'Whit', dateofbirth: '1984-04-17' };
  await expect(verifier.begin(subject, 'https://portal.example/back')).rejects.toBeInstanceOf(VerifierFailed);
  expect(asked.at(-1)).toBe('DELETE /v3.6/applicants/applicant-1');
});
