import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { setLegalHold } from '#modules/admin/index.ts';
import { getPackageUpload } from '#modules/applications/index.ts';
import { incomingLogo } from '#modules/enterprise/index.ts';
import { getPhotoUpload } from '#modules/identity/index.ts';
import { DAY, MINUTE, newId, runSweep, UPLOADS } from '#modules/platform/index.ts';
import { unusedUploadsSweep } from '#modules/platform/unused-uploads.ts';
import { newApplicant } from '#test/factories/applicants.ts';
import { newCompany } from '#test/factories/network.ts';
import { choosePaper } from '#test/factories/paper.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

/** Files that a browser uploaded and that were never handed in. */

const portal = await testPortal();
const { storage } = portal.config;
if (storage.kind !== 'folder') throw new Error('tests store files in a folder');

/** Uploads a file as if it was some time ago. @param age milliseconds */
async function uploaded(key: string, age: number): Promise<string> {
  await portal.storage.put(key, Buffer.from('a file'), { contentType: 'image/png' });
  const at = new Date(portal.clock.now().getTime() - age);
  await utimes(join(storage.kind === 'folder' ? storage.folder : '', 'files', key), at, at);
  return key;
}

async function stored(): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of portal.storage.list('')) keys.push(key);
  return keys.toSorted();
}

const person = await newPersonWithoutTwoStep(portal);
const held = await newPersonWithoutTwoStep(portal);
const { companyId } = await newCompany(portal);

test('are deleted after a day, and nothing else is', async () => {
  const staff = await newStaff(portal);
  await staff.visitor.perform(setLegalHold, {
    userid: held.accountId,
    reason: 'A subpoena of the county court',
  });
  await uploaded(incomingLogo(companyId), DAY + MINUTE);
  for (let more = 0; more <= unusedUploadsSweep.size; more += 1) {
    await uploaded(`${UPLOADS}photos/${newId()}`, 3 * DAY);
  }
  const kept = [
    await uploaded(`${UPLOADS}photos/${person.accountId}`, DAY - MINUTE),
    await uploaded(`${UPLOADS}packages/${held.accountId}/${newId()}`, 3 * DAY),
    await uploaded('logos/used.png', 3 * DAY),
  ];
  expect(await runSweep(portal, unusedUploadsSweep)).toMatchObject({ changed: unusedUploadsSweep.size + 2 });
  expect(await stored()).toEqual(kept.toSorted());
});

test('are left alone if something else was uploaded to the same place since they were listed', async () => {
  const key = await uploaded(`${UPLOADS}photos/${person.accountId}`, 2 * DAY);
  await portal.work('test.sweep', async (work) => {
    expect(await unusedUploadsSweep.keys(work, null, 5)).toContain(key);
    await uploaded(key, 0);
    expect(await unusedUploadsSweep.run(work, [key])).toBe(0);
  });
  expect(await stored()).toContain(key);
});

test('lie under the id of whom they belong to, which a legal hold finds', async () => {
  const applicant = await newApplicant(portal);
  await choosePaper(applicant);
  const { downloadlink } = await applicant.visitor.perform(getPackageUpload, {
    applicationid: applicant.applicationId,
  });
  expect(downloadlink).toContain(`/${UPLOADS}packages/${applicant.accountId}/`);
  expect(incomingLogo(companyId)).toBe(`${UPLOADS}logos/${companyId}`);
  const { uploadurl } = await person.visitor.perform(getPhotoUpload, {});
  expect(uploadurl).toContain(`/${UPLOADS}photos/${person.accountId}`);
});
