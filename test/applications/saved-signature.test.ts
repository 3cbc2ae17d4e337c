import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { restoreSavedSignature } from '#modules/applications/steps/saved-signature.ts';
import { sql } from '#modules/platform/index.ts';
import { agree, newApplicant, payFor, signaturePng, steps } from '#test/factories/applicants.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { shows } from '#test/shown.ts';

const portal = await servedPortal();

const strokes = JSON.stringify([{ points: [{ x: 1, y: 2, time: 3, pressure: 0.5 }] }]);
const picture = signaturePng(300);
const drawn = { signature_encoded: picture, signature_vectors: strokes };

type Applicant = Awaited<ReturnType<typeof newApplicant>>;

async function atAuthorization(): Promise<Applicant> {
  const applicant = await newApplicant(portal);
  await agree(applicant);
  await agree(applicant);
  return applicant;
}

/** The next check of a person who has signed one. */
async function again(applicant: Applicant): Promise<Applicant> {
  const next = { ...applicant, applicationId: await payFor(portal, applicant.accountId) };
  await agree(next);
  await agree(next);
  return next;
}

async function recordOf({ applicationId }: Applicant) {
  const { rows } = await sql<{ signature_kind: string; signature_hash: string; reused: boolean }>`
    select signature_kind, signature_hash, reused from signing_record
    where application_id = ${applicationId} and signature_kind <> 'none'`.execute(portal.db);
  return rows;
}

describe('F87: a saved signature', () => {
  test('is kept only when the person asks for it, sealed, and is theirs alone', async () => {
    const applicant = await atAuthorization();
    expect((await steps(applicant)).consent).toMatchObject({ has_saved_signature: false });
    await agree(applicant, { ...drawn, save_signature: 'YES' });
    const saved = await applicant.visitor.perform(restoreSavedSignature, {});
    expect(saved).toEqual({ signature_encoded: picture, signature_vectors: strokes });
    const { rows } = await sql<{ signature_image: string; signature_vectors: string }>`
      select signature_image, signature_vectors from saved_signature where account_id = ${applicant.accountId}`.execute(
      portal.db,
    );
    expect(JSON.stringify(rows)).not.toContain(picture.slice(60, 100));
    expect(JSON.stringify(rows)).not.toContain('pressure');
    const other = await atAuthorization();
    await agree(other, drawn);
    await expect(other.visitor.perform(restoreSavedSignature, {})).rejects.toMatchObject({
      code: 'applications.no-saved-signature',
    });
  });

  test('signs a document only by an act on that document', async () => {
    const first = await atAuthorization();
    await agree(first, { ...drawn, save_signature: 'YES' });
    expect(await recordOf(first)).toMatchObject([{ signature_kind: 'drawn', reused: false }]);
    const next = await again(first);
    expect((await steps(next)).consent).toMatchObject({ has_saved_signature: true });
    await expect(agree(next, {})).rejects.toMatchObject({ code: 'applications.signature-needed' });
    await agree(next, { use_saved_signature: 'YES' });
    const hash = createHash('sha256')
      .update(Buffer.from(picture.split(',')[1] ?? '', 'base64'))
      .digest('hex');
    expect(await recordOf(next)).toEqual([{ signature_kind: 'drawn', signature_hash: hash, reused: true }]);
  });

  test('is recorded as placed also when the browser sends it as a drawing', async () => {
    const first = await atAuthorization();
    await agree(first, { ...drawn, save_signature: 'YES' });
    const next = await again(first);
    const { signature_encoded } = await next.visitor.perform(restoreSavedSignature, {});
    await agree(next, { signature_encoded });
    expect(await recordOf(next)).toMatchObject([{ reused: true }]);
  });

  test('gives way to a new one, and cannot be placed where there is none', async () => {
    const first = await atAuthorization();
    const refusal = await agree(first, { use_saved_signature: 'YES' }).catch((error) => error);
    expect(refusal).toMatchObject({ code: 'applications.no-saved-signature' });
    shows('application.no-saved-signature', refusal.text);
    await agree(first, { ...drawn, save_signature: 'YES' });
    const next = await again(first);
    const other = signaturePng(500);
    await agree(next, { signature_encoded: other, save_signature: 'YES' });
    expect(await next.visitor.perform(restoreSavedSignature, {})).toEqual({
      signature_encoded: other,
      signature_vectors: null,
    });
    expect(await recordOf(next)).toMatchObject([{ reused: false }]);
  });

  test('is not kept for a typed name', async () => {
    const applicant = await atAuthorization();
    const caller = await applicant.visitor.caller();
    await agree(applicant, {
      typed_name: `${caller?.firstname} ${caller?.lastname}`,
      save_signature: 'YES',
    });
    expect(
      (await sql`select from saved_signature where account_id = ${applicant.accountId}`.execute(portal.db))
        .rows,
    ).toEqual([]);
  });
});
