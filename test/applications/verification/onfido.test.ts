import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { OnfidoVerifier, VerifierFailed } from '#modules/applications/index.ts';

/** The adapter for Onfido's API v3.6, tested with a server that answers in the same format. */

const token = 'api_live_us.token-of-the-tests';
const runId = '11111111-1111-4111-8111-111111111111';
const applicantId = '22222222-2222-4222-8222-222222222222';

interface Asked {
  line: string;
  authorization: string | undefined;
  body: unknown;
}

let asked: Asked[] = [];
let answers: Record<string, unknown> = {};

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const line = `${request.method} ${request.url}`;
  asked.push({ line, authorization: request.headers.authorization, body: text ? JSON.parse(text) : null });
  const answer = answers[line];
  if (answer === undefined)
    return void response.writeHead(404).end('{"error":{"type":"resource_not_found"}}');
  if (typeof answer === 'number') return void response.writeHead(answer).end();
  if (Buffer.isBuffer(answer))
    return void response.writeHead(200, { 'content-type': 'image/png ; charset=binary' }).end(answer);
  response.writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => void server.close());
const { port } = server.address() as AddressInfo;

const verifier = new OnfidoVerifier({
  url: `http://127.0.0.1:${port}/v3.6/`,
  apiToken: token,
  workflowId: '33333333-3333-4333-8333-333333333333',
});
const run = { applicantId, workflowRunId: runId };
const runAnswer = (status: string) => ({
  id: runId,
  applicant_id: applicantId,
  status,
  sdk_token: 'sdk',
  reasons: [],
});

const license = {
  result: 'clear',
  sub_result: 'clear',
  breakdown: { visual_authenticity: { result: 'clear' }, age_validation: { result: null } },
  properties: {
    document_type: 'driving_licence',
    first_name: 'DANA',
    last_name: 'WHITFIELD',
    date_of_birth: '1984-04-17',
    date_of_expiry: '2029-04-17',
    issuing_country: 'USA',
    document_numbers: [{ type: 'document_number', value: '12345678' }],
    address_lines: { street_address: '4108 AVENUE G', city: 'AUSTIN', state: 'TX', postal_code: '78751' },
    real_id_compliance: true,
    barcode: [{ last_name: 'WHITFIELD', date_of_expiry: '2029', document_number: '12345678' }],
  },
};

function decided(status: string, document: object = license): void {
  answers[`GET /v3.6/workflow_runs/${runId}`] = runAnswer(status);
  answers[`GET /v3.6/workflow_runs/${runId}/tasks`] = [
    { id: 'document_check_1', task_def_id: 'document_check' },
    { id: 'face_1', task_def_id: 'face_check_motion' },
  ];
  answers[`GET /v3.6/workflow_runs/${runId}/tasks/document_check_1`] = {
    id: 'document_check_1',
    output: document,
  };
  answers[`GET /v3.6/workflow_runs/${runId}/tasks/face_1`] = { id: 'face_1', output: { result: 'clear' } };
}

beforeEach(() => {
  asked = [];
  answers = {};
});

test('a run begins with an applicant, a workflow and the page to come back to', async () => {
  // Staff see a badge next to a verification that was made by a sandbox.
  expect(verifier.sandbox).toBe(false);
  answers['POST /v3.6/applicants'] = { id: applicantId };
  answers['POST /v3.6/workflow_runs'] = {
    ...runAnswer('awaiting_input'),
    link: { url: 'https://id.onfido.app/l/abc', expires_at: '2026-12-01T00:00:00Z' },
  };
  const subject = { firstname: 'Dana', lastname: 'Whitfield', dateofbirth: '1984-04-17' };
  expect(await verifier.begin(subject, 'https://portal.example/back')).toEqual({
    ...run,
    access: { url: 'https://id.onfido.app/l/abc', token: 'sdk', expiresAt: '2026-12-01T00:00:00Z' },
  });
  expect(asked.map(({ line, authorization }) => [line, authorization])).toEqual([
    ['POST /v3.6/applicants', `Token token=${token}`],
    ['POST /v3.6/workflow_runs', `Token token=${token}`],
  ]);
  expect(asked.map(({ body }) => body)).toEqual([
    { first_name: 'Dana', last_name: 'Whitfield', dob: '1984-04-17' },
    {
      workflow_id: '33333333-3333-4333-8333-333333333333',
      applicant_id: applicantId,
      link: {
        completed_redirect_url: 'https://portal.example/back',
        expired_redirect_url: 'https://portal.example/back',
      },
    },
  ]);
});

describe('a run', () => {
  test.each(['awaiting_input', 'processing', 'abandoned'])(
    'that is %s is not asked for reports',
    async (status) => {
      answers[`GET /v3.6/workflow_runs/${runId}`] = runAnswer(status);
      expect(await verifier.read(run)).toMatchObject({ status, front: null, id_document: null });
      expect(asked).toHaveLength(1);
    },
  );

  test('that is approved gives what was read from the document', async () => {
    decided('approved');
    const result = await verifier.read(run);
    expect(result).toMatchObject({
      status: 'approved',
      id_document: 'driving_licence',
      results: {
        document: 'clear',
        document_details: ['visual authenticity: clear'],
        face: 'clear',
        device: null,
      },
    });
    expect(result.front).toMatchObject({
      first_name: 'DANA',
      expire_date: '2029-04-17',
      date_of_birth: '1984-04-17',
      city: 'AUSTIN',
      zip: '78751',
      document_number: '12345678',
      real_id_compliance: 'YES',
      hair_color: null,
    });
    // A year alone is not a date.
    expect(result.back).toMatchObject({ last_name: 'WHITFIELD', expire_date: null });
  });

  test.each(['approved', 'review', 'declined'])('that is %s is read with its document', async (status) => {
    decided(status);
    expect(await verifier.read(run)).toMatchObject({ front: { last_name: 'WHITFIELD' } });
  });

  test('gives every part of both sides under its own name', async () => {
    decided('review', {
      result: 'consider',
      breakdown: { data_consistency: null },
      properties: {
        document_type: 'moon_passport',
        first_name: 'front first',
        middle_name: 'front middle',
        last_name: 'front last',
        date_of_birth: '1984-04',
        date_of_expiry: '2029-04-17',
        issuing_date: '2021-04-17',
        issuing_country: 'USA',
        issuing_state: 'TX',
        gender: 'F',
        address: 'one line',
        real_id_compliance: false,
        document_numbers: [
          { type: 'personal_number', value: '1' },
          { type: 'document_number', value: '2' },
        ],
        address_lines: { street_address: 'street', city: 'city', state: 'state', postal_code: 'zip' },
        barcode: [
          {
            first_name: 'back first',
            middle_name: 'back middle',
            last_name: 'back last',
            date_of_expiry: '2030-04-17',
            date_of_birth: '1985-04-17',
            issuing_date: '2022-04-17',
            address_line_1: 'back 1',
            address_line_2: 'back 2',
            address_line_3: 'back 3',
            address_line_4: 'back 4',
            address_line_5: 'back 5',
            issuing_state: 'NY',
            gender: 'M',
            issuing_country: 'CAN',
            document_number: '3',
            real_id_classification: 'F',
          },
          { last_name: 'a second barcode' },
        ],
      },
    });
    answers[`GET /v3.6/workflow_runs/${runId}`] = { ...runAnswer('review'), reasons: ['blurred'] };
    const none = { street: null, city: null, state: null, zip: null };
    const unread = { height: null, weight: null, eye_color: null, hair_color: null };
    expect(await verifier.read(run)).toEqual({
      status: 'review',
      id_document: null,
      front: {
        ...unread,
        first_name: 'front first',
        middle_name: 'front middle',
        last_name: 'front last',
        address_line_1: 'one line',
        address_line_2: null,
        address_line_3: null,
        address_line_4: null,
        address_line_5: null,
        street: 'street',
        city: 'city',
        state: 'state',
        zip: 'zip',
        document_number: '2',
        issuing_country: 'USA',
        issue_date: '2021-04-17',
        issue_state: 'TX',
        expire_date: '2029-04-17',
        date_of_birth: null,
        sex: 'F',
        real_id_compliance: 'NO',
      },
      back: {
        ...none,
        ...unread,
        first_name: 'back first',
        middle_name: 'back middle',
        last_name: 'back last',
        address_line_1: 'back 1',
        address_line_2: 'back 2',
        address_line_3: 'back 3',
        address_line_4: 'back 4',
        address_line_5: 'back 5',
        document_number: '3',
        issuing_country: 'CAN',
        issue_date: '2022-04-17',
        issue_state: 'NY',
        expire_date: '2030-04-17',
        date_of_birth: '1985-04-17',
        sex: 'M',
        real_id_compliance: 'F',
      },
      results: { device: null, document: 'consider', document_details: [], face: 'clear' },
      reasons: ['blurred'],
    });
  });

  test('without a document number of the usual kind gives the first one; without a REAL ID mark none', async () => {
    const { real_id_compliance: _mark, ...properties } = license.properties;
    decided('approved', {
      ...license,
      properties: { ...properties, document_numbers: [{ type: 'personal_number', value: '9' }] },
    });
    expect((await verifier.read(run)).front).toMatchObject({
      document_number: '9',
      real_id_compliance: null,
    });
  });

  test('that was tried again is read from its newest tasks, also about the device', async () => {
    decided('approved');
    const tasks = `/v3.6/workflow_runs/${runId}/tasks`;
    answers[`GET ${tasks}`] = [
      { id: 'old', task_def_id: 'face_check_photo' },
      { id: 'new', task_def_id: 'face_check_motion' },
      { id: 'phone', task_def_id: 'device_intelligence' },
    ];
    answers[`GET ${tasks}/old`] = { output: { result: 'consider' } };
    answers[`GET ${tasks}/new`] = { output: { result: 'clear' } };
    answers[`GET ${tasks}/phone`] = { output: null };
    expect(await verifier.read(run)).toMatchObject({
      front: null,
      results: { face: 'clear', device: null, document: null },
    });
    answers[`GET ${tasks}/phone`] = { output: { result: 'clear' } };
    expect((await verifier.read(run)).results).toMatchObject({ device: 'clear' });
  });

  test.each([
    ['review', {}, 'review'],
    ['declined', { sub_result: 'suspected' }, 'rejected'],
    ['declined', { sub_result: 'rejected' }, 'clearidaction'],
    ['error', {}, 'abandoned'],
    ['awaiting_client_input', {}, 'processing'],
  ])('%s with %j means %s', async (status, changes, meaning) => {
    decided(status, { ...license, ...changes });
    expect((await verifier.read(run)).status).toBe(meaning);
  });

  test('fails without saying what was sent', async () => {
    const failure = await verifier.read(run).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(VerifierFailed);
    expect((failure as Error).message).toBe('404 to /workflow_runs/:id');
    answers[`GET /v3.6/workflow_runs/${runId}`] = { id: runId };
    await expect(verifier.read(run)).rejects.toThrow('an answer of another shape');
  });
});

test('a run begins without a date of birth, and fails without a page to take the images at', async () => {
  answers['POST /v3.6/applicants'] = { id: applicantId };
  answers['POST /v3.6/workflow_runs'] = {
    ...runAnswer('awaiting_input'),
    sdk_token: null,
    link: { url: 'https://id.onfido.app/l/abc' },
  };
  const subject = { firstname: 'Dana', lastname: 'Whitfield', dateofbirth: null };
  const { access } = await verifier.begin(subject, 'https://portal.example/back');
  expect(access).toEqual({ url: 'https://id.onfido.app/l/abc', token: null, expiresAt: null });
  expect(asked[0]?.body).toEqual({ first_name: 'Dana', last_name: 'Whitfield' });
  answers['POST /v3.6/workflow_runs'] = runAnswer('awaiting_input');
  await expect(verifier.begin(subject, 'https://portal.example/back')).rejects.toThrow('no link');
});

test('who does not answer, or answers nothing, has failed, and the message has no id', async () => {
  const deaf = new OnfidoVerifier({ url: 'http://127.0.0.1:9', apiToken: token, workflowId: 'w' });
  const failure = await deaf.images(run).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(VerifierFailed);
  expect((failure as Error).message).toMatch(/^no answer to \/documents: \w+$/);
  answers[`GET /v3.6/documents?applicant_id=${applicantId}`] = { documents: [{ id: 'front' }] };
  answers['GET /v3.6/documents/front/download'] = Buffer.alloc(0);
  await expect(verifier.images(run)).rejects.toThrow('an image of a wrong size');
});

test('the newest images of both sides and of the face are downloaded', async () => {
  const of = `?applicant_id=${applicantId}`;
  answers[`GET /v3.6/documents${of}`] = {
    documents: [
      { id: 'old-front', side: 'front' },
      { id: 'front', side: 'front' },
      { id: 'back', side: 'back' },
    ],
  };
  answers['GET /v3.6/documents/front/download'] = Buffer.from('front');
  answers['GET /v3.6/documents/back/download'] = Buffer.from('back');
  answers[`GET /v3.6/motion_captures${of}`] = { motion_captures: [] };
  answers[`GET /v3.6/live_videos${of}`] = { live_videos: [{ id: 'video' }] };
  answers['GET /v3.6/live_videos/video/download'] = Buffer.from('video');
  expect(await verifier.images(run)).toEqual({
    front: { bytes: Buffer.from('front'), type: 'image/png' },
    back: { bytes: Buffer.from('back'), type: 'image/png' },
    selfiemotion: { bytes: Buffer.from('video'), type: 'image/png' },
  });
  // A document without sides has a front alone; a motion capture comes before other pictures of the face.
  answers[`GET /v3.6/documents${of}`] = { documents: [{ id: 'passport' }] };
  answers['GET /v3.6/documents/passport/download'] = Buffer.from('passport');
  answers[`GET /v3.6/motion_captures${of}`] = { motion_captures: [{ id: 'first' }, { id: 'motion' }] };
  answers['GET /v3.6/motion_captures/motion/download'] = Buffer.from('motion');
  expect(await verifier.images(run)).toMatchObject({
    front: { bytes: Buffer.from('passport') },
    back: null,
    selfiemotion: { bytes: Buffer.from('motion') },
  });
});

test('an image may have 50 MB, and not a byte more', async () => {
  const ofPerson = `?applicant_id=${applicantId}`;
  answers[`GET /v3.6/documents${ofPerson}`] = { documents: [{ id: 'large' }] };
  answers[`GET /v3.6/motion_captures${ofPerson}`] = { motion_captures: [{ id: 'face' }] };
  answers['GET /v3.6/motion_captures/face/download'] = Buffer.from('face');
  const most = 50 * 1024 * 1024;
  answers['GET /v3.6/documents/large/download'] = Buffer.alloc(most);
  const bytes = async () => (await verifier.images(run)).front?.bytes.length;
  expect(await bytes()).toBe(most);
  answers['GET /v3.6/documents/large/download'] = Buffer.alloc(most + 1);
  await expect(bytes()).rejects.toThrow('an image of a wrong size');
});

test.each([204, 404, 410])('an applicant is forgotten who is deleted or gone (%i)', async (status) => {
  answers[`DELETE /v3.6/applicants/${applicantId}`] = status;
  await expect(verifier.forget(applicantId)).resolves.toBeUndefined();
});

test.each([403, 405, 411, 500])('an applicant is not forgotten if the answer is %i', async (status) => {
  answers[`DELETE /v3.6/applicants/${applicantId}`] = status;
  await expect(verifier.forget(applicantId)).rejects.toThrow(`${status} to /applicants/:id`);
});

test('a silent server is given half a minute', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  answers[`GET /v3.6/workflow_runs/${runId}`] = runAnswer('processing');
  await verifier.read(run);
  expect(timeout.mock.calls).toEqual([[30_000]]);
  timeout.mockRestore();
});
