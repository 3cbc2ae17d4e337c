import { afterAll, describe, expect, test } from 'vitest';
import { type IdVerifier, OnfidoVerifier, VerifierFailed } from '#modules/applications/index.ts';
import { newId } from '#modules/platform/index.ts';
import { decideRun, SandboxVerifier, takeImages } from '#sandboxes/idv/index.ts';
import { onfidoServer } from '#test/factories/onfido-server.ts';
import { testPortal } from '#test/portal.ts';
import { testKey } from '#test/test-key.ts';

/**
 * What the portal expects, both of the sandbox and of the adapter for Onfido with a server that answers like Onfido.
 */

const portal = await testPortal();
const onfido = await onfidoServer();
afterAll(() => void onfido.close());

interface Target {
  name: string;
  verifier: IdVerifier;
  take(runId: string): Promise<void>;
}

const targets: Target[] = [
  {
    name: 'the sandbox',
    verifier: new SandboxVerifier(portal),
    async take(runId) {
      await takeImages(portal, runId);
      await decideRun(portal, runId);
    },
  },
  { name: 'Onfido', verifier: new OnfidoVerifier(onfido.options), take: onfido.takeImages },
];

describe.each(targets)('$name', ({ verifier, take }) => {
  const begin = (lastname: string) =>
    verifier.begin({ firstname: 'Dana', lastname, dateofbirth: '1984-04-17' }, 'https://portal.example/back');

  test('begins a run with a page to take the images at', async () => {
    const { access, applicantId, workflowRunId } = await begin('Approve');
    expect(access.url).toMatch(/^https?:/);
    expect(access.token).toEqual(expect.any(String));
    expect((await begin('Approve')).applicantId).not.toBe(applicantId);
    const result = await verifier.read({ applicantId, workflowRunId });
    expect(result).toMatchObject({
      status: 'awaiting_input',
      id_document: null,
      front: null,
      back: null,
      reasons: [],
    });
    const none = { front: null, back: null, selfiemotion: null };
    expect(await verifier.images({ applicantId, workflowRunId })).toEqual(none);
  });

  test.each([
    ['Approve', 'approved'],
    ['Consider', 'review'],
    ['Reject', 'rejected'],
    ['Blur', 'clearidaction'],
    ['Wait', 'processing'],
  ])('%s becomes %s', async (lastname, status) => {
    const run = await begin(lastname);
    await take(run.workflowRunId);
    expect((await verifier.read(run)).status).toBe(status);
  });

  test('reads name, dates and document of an approved run', async () => {
    const run = await begin('Typo');
    await take(run.workflowRunId);
    const { front, back, id_document, results } = await verifier.read(run);
    expect(id_document).toBe('driving_licence');
    expect(front).toMatchObject({
      first_name: 'DANA',
      middle_name: 'MARIE',
      last_name: 'TYSON',
      date_of_birth: '1984-04-17',
      expire_date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      issuing_country: 'USA',
    });
    expect(back).toMatchObject({ last_name: 'TYSON', first_name: null });
    expect(results).toMatchObject({ device: 'clear', document: 'clear', face: 'clear' });
    expect(results.document_details).toContain('visual authenticity: clear');
  });

  test('leaves out what could not be read, and says why staff have to look', async () => {
    const run = await begin('Consider');
    await take(run.workflowRunId);
    const { front, back, reasons } = await verifier.read(run);
    expect(front).toMatchObject({ last_name: 'CONSIDER', expire_date: null });
    expect(back).toBeNull();
    expect(reasons).toHaveLength(1);
  });

  test('gives the images of both sides and of the face', async () => {
    const run = await begin('Approve');
    await take(run.workflowRunId);
    const { front, back, selfiemotion } = await verifier.images(run);
    expect([front?.type, back?.type]).toEqual(['image/jpeg', 'image/jpeg']);
    expect(selfiemotion?.type).toMatch(/^video\//);
    for (const image of [front, back, selfiemotion]) expect(image?.bytes.length).toBeGreaterThan(0);
  });

  test('forgets a person for good, also a second time and one that it never knew', async () => {
    const [run, other] = [await begin('Approve'), await begin('Approve')];
    await take(run.workflowRunId);
    await verifier.forget(run.applicantId);
    await verifier.forget(run.applicantId);
    await verifier.forget(newId());
    await expect(verifier.read(run)).rejects.toBeInstanceOf(VerifierFailed);
    expect((await verifier.read(other)).status).toBe('awaiting_input');
  });
});

/** Only a person in front of a camera gets further than this. */
const onfidoKey = testKey('Onfido', 'ONFIDO_TEST_URL', 'ONFIDO_TEST_TOKEN', 'ONFIDO_TEST_WORKFLOW_ID');
test.skipIf(!onfidoKey)(
  'Onfido itself begins a run, which waits for images, and forgets its applicant',
  async () => {
    const verifier = new OnfidoVerifier({
      ...onfido.options,
      url: onfidoKey?.ONFIDO_TEST_URL ?? '',
      apiToken: onfidoKey?.ONFIDO_TEST_TOKEN ?? '',
      workflowId: onfidoKey?.ONFIDO_TEST_WORKFLOW_ID ?? '',
    });
    const subject = { firstname: 'Dana', lastname: 'Approve', dateofbirth: '1984-04-17' };
    const run = await verifier.begin(subject, 'https://portal.example/back');
    expect(run.access.url).toMatch(/^https:/);
    expect((await verifier.read(run)).status).toBe('awaiting_input');
    await verifier.forget(run.applicantId);
  },
);

test('the adapter for Onfido fails with a wrong token, also to forget', async () => {
  const stranger = new OnfidoVerifier({ ...onfido.options, apiToken: 'other' });
  await expect(stranger.forget(newId())).rejects.toThrow('401 to /applicants/:id');
});
