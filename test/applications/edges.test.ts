import { expect, test } from 'vitest';
import {
  listMyApplications,
  proveApproval,
  receiveCraCallback,
  scoreApproval,
  updateApplicationDetails,
} from '#modules/applications/index.ts';
import { login } from '#modules/identity/index.ts';
import { DAY, MINUTE, SECOND, signHook, sql } from '#modules/platform/index.ts';
import {
  type Applicant,
  agree,
  answer,
  nameOf,
  newApplicant,
  payFor,
  removeSandboxDelays,
  steps,
  withResult,
} from '#test/factories/applicants.ts';
import { signIn } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';

/** Cases in which the correct result differs from the most likely wrong one. */
const portal = await servedPortal();
await removeSandboxDelays(portal);

test('the proof for an approval link is valid for half an hour', async () => {
  const { code } = await withResult(portal);
  const stranger = portal.visitor({ address: '198.18.9.1' });
  const asked = async () => (await stranger.perform(scoreApproval, { approvalcode: code })).proof_needed;
  expect(await asked()).toBe(true);
  await stranger.perform(proveApproval, { approvalcode: code, dateofbirth: '04/12/1985', ssnlast4: '0001' });
  portal.clock.advance(29 * MINUTE);
  expect(await asked()).toBe(false);
  portal.clock.advance(MINUTE);
  expect(await asked()).toBe(true);
});

test('a password alone is no proof for an approval link, the second step is', async () => {
  const { code, emailaddress, password } = await withResult(portal);
  const half = portal.visitor({ address: '198.18.9.2' });
  await half.perform(login, { emailaddress, password });
  const asked = async () => (await half.perform(scoreApproval, { approvalcode: code })).proof_needed;
  expect(await asked()).toBe(true);
  await signIn(portal, { emailaddress, password }, half);
  expect(await asked()).toBe(false);
});

test('a callback of the agency counts up to five minutes after it was signed', async () => {
  const received = async (age: number) => {
    const body = '{}';
    const signature = signHook(
      portal.config.cra.webhookSecret,
      body,
      new Date(portal.clock.now().getTime() - age),
    );
    const refusal = await portal
      .visitor()
      .perform(receiveCraCallback, { body, signature })
      .catch((error: { code: string }) => error.code);
    return refusal === 'invalid-input';
  };
  expect([await received(5 * MINUTE - 30 * SECOND), await received(5 * MINUTE + 2 * SECOND)]).toEqual([
    true,
    false,
  ]);
});

test('applications are listed newest first', async () => {
  const { visitor, accountId, applicationId } = await newApplicant(portal);
  portal.clock.advance(SECOND);
  const second = await payFor(portal, accountId);
  const { applications } = await visitor.perform(listMyApplications, {});
  expect(applications.map(({ applicationid }) => applicationid)).toEqual([second, applicationId]);
});

test('a version of a document is asked for in applications ordered from the day on which it comes into force', async () => {
  const applicant = await newApplicant(portal);
  await agree(applicant);
  await sql`
    insert into consent_document (id, kind, craid, version, title, body, acknowledgement_text, requires_signature,
      content_hash, in_force_from)
    select gen_random_uuid(), kind, craid, 2, title, body || '<p>New.</p>', acknowledgement_text, requires_signature,
      encode(sha256(convert_to(concat_ws(E'\n', title, body || '<p>New.</p>', acknowledgement_text), 'UTF8')), 'hex'),
      ${new Date(portal.clock.now().getTime() + DAY)}
    from consent_document where kind = 'esign' and craid = '2' and version = 1`.execute(portal.db);
  const consentOf = async (of: Applicant) => (await steps(of)).consent?.consent_body ?? '';
  const before = await newApplicant(portal);
  expect(await consentOf(before)).not.toContain('New.');
  portal.clock.advance(DAY);
  expect(await consentOf(await newApplicant(portal))).toContain('New.');
  const later = { ...before, visitor: await signIn(portal, before) };
  expect(await consentOf(later)).not.toContain('New.');
  expect((await steps({ ...applicant, visitor: await signIn(portal, applicant) })).workflowstep).toBe(2);
});

test('what was typed into a step is kept until the step is finished, without the number', async () => {
  const applicant = await newApplicant(portal);
  while ((await steps(applicant)).consent) await agree(applicant);
  await answer(applicant, { selected_jurisdictions: [], none: 'YES' });
  const draft = { step: 'name' as const, values: { firstname: 'Patricia', ssn: '900-00-0001' } };
  await applicant.visitor.perform(updateApplicationDetails, {
    applicationid: applicant.applicationId,
    details: { draft },
  });
  const kept = async () => {
    const { rows } = await sql<{ step_key: string }>`
      select step_key from application_draft where application_id = ${applicant.applicationId}`.execute(
      portal.db,
    );
    return rows.map(({ step_key }) => step_key);
  };
  expect(await kept()).toEqual(['name']);
  const shown = JSON.stringify(await steps(applicant));
  expect(shown).toContain('Patricia');
  expect(shown).not.toMatch(/900-?00-?0001/);
  await answer(applicant, nameOf('900-00-0001'));
  expect(await kept()).toEqual([]);
});
