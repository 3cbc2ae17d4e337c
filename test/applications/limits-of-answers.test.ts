import { describe, expect, test } from 'vitest';
import { craEvent, finding } from '#modules/applications/cra/port.ts';
import { searchProgress } from '#modules/applications/cra/progress.ts';
import {
  captureList,
  documentList,
  reportTask,
  taskList,
  workflowRun,
} from '#modules/applications/verification/onfido-answers.ts';
import { documentSide, runEvent, verificationResult } from '#modules/applications/verification/port.ts';
import { testLimits, textOfLength as text } from '#test/test-limits.ts';

/** How long the texts and lists may be that an agency or the provider of ID verification sends. */

const list = (item: unknown) => (length: number) => Array.from({ length }, () => item);

const found = { search: 'County criminal', scope: 'Travis', result: 'Clear', clear: true };
const event = {
  event_id: '12345678',
  craid: '2',
  idempotency_key: 'key',
  profile_number: '1',
  occurred_at: '2026-01-01T00:00:00Z',
};
const inEvent = (more: object) => ({ ...event, ...more });
const id = '11111111-1111-4111-8111-111111111111';

describe('a finding', () => {
  testLimits(finding, [
    ['what was searched', 200, (length) => ({ ...found, search: text(length) }), 1],
    ['the scope', 400, (length) => ({ ...found, scope: text(length) })],
    ['the list of places', 100, (length) => ({ ...found, places: list('Travis')(length) })],
    ['a place', 200, (length) => ({ ...found, places: [text(length)] }), 1],
    [
      'the list of records',
      100,
      (length) => ({
        ...found,
        records: list({ description: 'x', place: 'x', recorded_on: null })(length),
      }),
    ],
  ]);

  test('has no places, no day and no records unless the agency names them', () => {
    expect(finding.parse(found)).toEqual({ ...found, places: [], searched_on: null, records: [] });
  });
});

describe('the progress of a search', () => {
  const search = { search: 'County criminal', scope: 'Travis', state: 'done' };
  testLimits(searchProgress, [
    ['what is searched', 200, (length) => ({ ...search, search: text(length) }), 1],
    ['the scope', 400, (length) => ({ ...search, scope: text(length) })],
  ]);
  test.each(['waiting', 'done', 'delayed'])('may be %s', (state) => {
    expect(searchProgress.safeParse({ ...search, state }).success).toBe(true);
  });
});

describe('an event of the agency', () => {
  const result = { type: 'disputeresult', dispute_id: id, outcome: 'corrected', explanation: 'ok' };
  const block = { type: 'blockresult', block_id: id, blocked: true, score: 'IC01' };
  testLimits(craEvent, [
    ['the key', 80, (length) => inEvent({ type: 'ssnreview', idempotency_key: text(length) }), 1],
    [
      'the list of searches',
      100,
      (length) =>
        inEvent({ type: 'inprogress', searches: list({ search: 'x', scope: '', state: 'done' })(length) }),
    ],
    [
      'the findings of a result',
      100,
      (length) => inEvent({ type: 'completed', score: 'IC01', findings: list(found)(length) }),
    ],
    [
      'a message',
      4000,
      (length) => inEvent({ type: 'disputemessage', dispute_id: id, text: text(length) }),
      2,
    ],
    ['an explanation', 4000, (length) => inEvent({ ...result, explanation: text(length) }), 2],
    ['the findings of a correction', 100, (length) => inEvent({ ...result, findings: list(found)(length) })],
    ['the findings after a block', 100, (length) => inEvent({ ...block, findings: list(found)(length) })],
    [
      'the findings of monitoring',
      100,
      (length) => inEvent({ type: 'monitorupdate', score: 'IC01', findings: list(found)(length) }),
    ],
  ]);
  test.each(['confirmed', 'corrected'])('says that a dispute was %s', (outcome) => {
    expect(craEvent.safeParse(inEvent({ ...result, outcome })).success).toBe(true);
  });
});

describe('Onfido’s answers', () => {
  const run = { id, applicant_id: id, status: 'approved' };
  const url = (length: number) => `https://a.example/${text(length - 18)}`;
  describe('a run', () => {
    testLimits(workflowRun, [
      ['the id', 120, (length) => ({ ...run, id: text(length) })],
      ['the id of the applicant', 120, (length) => ({ ...run, applicant_id: text(length) })],
      ['the token', 4000, (length) => ({ ...run, sdk_token: text(length) })],
      ['the address of the page', 2000, (length) => ({ ...run, link: { url: url(length) } })],
      ['a reason', 400, (length) => ({ ...run, reasons: [text(length)] })],
      ['the list of reasons', 40, (length) => ({ ...run, reasons: list('blurred')(length) })],
    ]);
    test('may end at a time of any zone', () => {
      const link = { url: 'https://a.example/', expires_at: '2026-12-01T00:00:00+02:00' };
      expect(workflowRun.safeParse({ ...run, link }).success).toBe(true);
    });
  });
  describe('the tasks', () => {
    testLimits(taskList, [
      ['their list', 200, (length) => list({ id, task_def_id: 'x' })(length)],
      ['the id', 120, (length) => [{ id: text(length), task_def_id: 'x' }]],
      ['the name', 120, (length) => [{ id, task_def_id: text(length) }]],
    ]);
  });
  describe('a report', () => {
    const properties = (more: object) => ({ output: { properties: more } });
    testLimits(reportTask, [
      ['a word', 400, (length) => ({ output: { result: text(length) } })],
      ['the name of a part', 80, (length) => ({ output: { breakdown: { [text(length)]: null } } })],
      ['the list of numbers', 10, (length) => properties({ document_numbers: list({ value: '1' })(length) })],
      ['the list of barcodes', 10, (length) => properties({ barcode: list({})(length) })],
    ]);
  });
  describe('the images', () => {
    testLimits(documentList, [
      ['their list', 100, (length) => ({ documents: list({ id })(length) })],
      ['the id', 120, (length) => ({ documents: [{ id: text(length) }] })],
      ['the side', 20, (length) => ({ documents: [{ id, side: text(length) }] })],
    ]);
  });
  describe('the pictures of the face', () => {
    testLimits(captureList('live_photos'), [
      ['their list', 100, (length) => ({ live_photos: list({ id })(length) })],
      ['the id', 120, (length) => ({ live_photos: [{ id: text(length) }] })],
    ]);
  });
});

describe('a result of ID verification', () => {
  const results = { device: null, document: null, document_details: [], face: null };
  const given = { status: 'approved', id_document: null, front: null, back: null, results, reasons: [] };
  testLimits(verificationResult, [
    ['a detail', 400, (length) => ({ ...given, results: { ...results, document_details: [text(length)] } })],
    [
      'the list of details',
      60,
      (length) => ({ ...given, results: { ...results, document_details: list('x')(length) } }),
    ],
    ['a reason', 400, (length) => ({ ...given, reasons: [text(length)] })],
    ['the list of reasons', 40, (length) => ({ ...given, reasons: list('x')(length) })],
  ]);
  test.each(['driving_licence', 'passport', 'passport_card', 'national_identity_card'])(
    'may be about a %s',
    (id_document) => {
      expect(verificationResult.safeParse({ ...given, id_document }).success).toBe(true);
    },
  );
  test.each(['awaiting_input', 'processing', 'approved', 'review', 'rejected', 'clearidaction', 'abandoned'])(
    'may be %s',
    (status) => {
      expect(verificationResult.safeParse({ ...given, status }).success).toBe(true);
    },
  );
  describe('a side of the document', () => {
    testLimits(documentSide, [['a text', 400, (length) => ({ first_name: text(length) })]]);
  });
});

describe('an event of the provider of ID verification', () => {
  const of = (more: object, object: object = { id }) => ({
    payload: { resource_type: 'workflow_run', action: 'workflow_run.completed', object, ...more },
  });
  testLimits(runEvent, [
    ['what it is about', 60, (length) => of({ resource_type: text(length) })],
    ['what happened', 80, (length) => of({ action: text(length) })],
    ['the id', 120, (length) => of({}, { id: text(length) })],
    ['the status', 60, (length) => of({}, { id, status: text(length) })],
  ]);
});
