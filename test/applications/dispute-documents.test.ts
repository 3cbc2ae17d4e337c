import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDisputeDocument, replyToDispute } from '#modules/admin/index.ts';
import { documentName } from '#modules/applications/disputes/documents.ts';
import {
  getMyDispute,
  openMyDocument,
  readDisputeDocument,
  writeDisputeMessage,
} from '#modules/applications/index.ts';
import { documentBytes } from '#modules/applications/limits.ts';
import { MINUTE } from '#modules/platform/browser.ts';
import type { ReceivedFile } from '#modules/platform/index.ts';
import { contentOf } from '#test/content-of.ts';
import { type Applicant, removeSandboxDelays, withResult } from '#test/factories/applicants.ts';
import { askForBlock, theftReport } from '#test/factories/blocks.ts';
import { makePicture, upload } from '#test/factories/documents.ts';
import { newStaff, signIn } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { shows } from '#test/shown.ts';

const portal = await servedPortal();
await removeSandboxDelays(portal);
const ada = await newStaff(portal);
const asStaff = () => signIn(portal, ada);

type Case = Applicant & { disputeid: string };

async function asking(): Promise<Case> {
  const applicant = await withResult(portal, '900-00-0004');
  return { ...applicant, ...(await askForBlock(applicant)) };
}

const read = async ({ visitor, disputeid }: Case) =>
  (await visitor.perform(getMyDispute, { disputeid })).dispute;

const write = ({ visitor, disputeid }: Case, ...documents: ReceivedFile[]) =>
  visitor.perform(writeDisputeMessage, { disputeid, message: 'Here it is', documents });

test('come with a message of the person or of staff, and are read by the two alone', async () => {
  const [one, other] = [await asking(), await asking()];
  await write(one, await upload('letter.png', await makePicture('png')), theftReport);
  const staff = await asStaff();
  await staff.perform(replyToDispute, {
    disputeid: one.disputeid,
    message: 'Look',
    documents: [theftReport],
  });
  const { documents, messages } = await read(one);
  expect(documents.map(({ purpose, name }) => [purpose, name])).toEqual(
    expect.arrayContaining([
      ['theft-report', 'FTC report.pdf'],
      ['identity', 'license.jpg'],
      ['evidence', 'letter.png'],
      ['evidence', 'FTC report.pdf'],
    ]),
  );
  const answered = documents.filter(({ message_id }) => message_id === messages[1]?.id);
  expect(answered).toHaveLength(1);
  const document = documents.find(({ name }) => name === 'license.jpg');
  const asked = { disputeid: one.disputeid, documentid: document?.id ?? '' };
  const { downloadlink } = await one.visitor.perform(openMyDocument, asked);
  const token = downloadlink.split('/').at(-1) ?? '';
  const { file, type } = await one.visitor.perform(readDisputeDocument, { token });
  expect(type).toBe('image/jpeg');
  expect((await contentOf(file)).includes('a camera')).toBe(false);
  for (const stranger of [other.visitor, staff]) {
    await expect(stranger.perform(readDisputeDocument, { token })).rejects.toMatchObject({
      code: 'not-found',
    });
  }
  await expect(other.visitor.perform(openMyDocument, asked)).rejects.toMatchObject({ code: 'not-found' });
  await expect(
    staff.perform(openDisputeDocument, { ...asked, disputeid: other.disputeid }),
  ).rejects.toMatchObject({ code: 'not-found' });
  const opened = await staff.perform(openDisputeDocument, asked);
  const nameOf = async (visitor: typeof staff, link: string) => {
    const read = await visitor.perform(readDisputeDocument, { token: link.split('/').at(-1) ?? '' });
    await read.file.close();
    return read.filename;
  };
  expect(await nameOf(staff, opened.downloadlink)).toBe('license.jpg');
  portal.clock.stop();
  const { downloadlink: last } = await one.visitor.perform(openMyDocument, asked);
  const again = () => nameOf(one.visitor, last);
  portal.clock.advance(5 * MINUTE - 1);
  expect(await again()).toBe('license.jpg');
  portal.clock.advance(1);
  await expect(again()).rejects.toMatchObject({ code: 'not-found' });
  portal.clock.run();
  const { rows } = await portal.pool.query(
    "select count(*)::int as opened from audit_entry where action = 'applications.document-opened' and object_id = $1",
    [document?.id],
  );
  expect(rows).toEqual([{ opened: 3 }]);
});

test.each([
  ['letter', 'letter.pdf'],
  ['letter.exe', 'letter.pdf'],
  ['archive.tar.gz', 'archive.tar.pdf'],
  ['/letters/letter.pdf', 'letter.pdf'],
  ['C:\\scans\\my letter (2).pdf', 'my letter (2).pdf'],
  ['Bürgeramt_№ "1".pdf', 'Bürgeramt_ 1.pdf'],
  [' letter .pdf', 'letter.pdf'],
  ['"".pdf', 'document.pdf'],
  ['', 'document.pdf'],
  [`${'x'.repeat(121)}.pdf`, `${'x'.repeat(120)}.pdf`],
])('the name %j becomes %j', (name, kept) => {
  expect(documentName(name, 'application/pdf')).toBe(kept);
});

test('are judged by their content: nothing else is kept', async () => {
  const applicant = await asking();
  const wrong = {
    'a page': Buffer.from('<html>'),
    'a WebP': await makePicture('webp'),
    'a PDF in name': Buffer.from('%PDF-1.7 and nothing'),
    'a PNG cut short': (await makePicture('png')).subarray(0, 60),
  };
  for (const body of Object.values(wrong)) {
    const refusal = await write(applicant, await upload('report.pdf', body)).catch((error) => error);
    expect(refusal).toMatchObject({ code: 'applications.document-type', options: { field: 'documents' } });
    shows('document.type', refusal.text);
  }
  const large = await write(applicant, await upload('a.pdf', Buffer.alloc(documentBytes + 1))).catch(
    (error) => error,
  );
  expect(large).toMatchObject({ code: 'applications.document-too-large' });
  shows('document.too-large', large.text);
  expect((await read(applicant)).messages).toEqual([]);
  expect((await read(applicant)).documents).toHaveLength(2);
});

test('are limited for each case, and none is left of a message that was refused', async () => {
  const applicant = await asking();
  for (let sent = 0; sent < 28; sent += 2) await write(applicant, theftReport, theftReport);
  const files = () =>
    portal.pool.query('select count(*)::int as n from dispute_document where dispute_id = $1', [
      applicant.disputeid,
    ]);
  const full = await write(applicant, theftReport).catch((error) => error);
  expect(full).toMatchObject({ code: 'applications.too-many-documents' });
  shows('document.too-many', full.text);
  expect((await files()).rows).toEqual([{ n: 30 }]);
  const { rows } = await portal.pool.query('select file_key from dispute_document');
  const stored = await readdir(join(portal.config.dataFolder, 'storage', 'files', 'disputes'));
  expect(stored.length).toBe(rows.length);
});

test('lie encrypted, with their names', async () => {
  const { disputeid } = await asking();
  const { rows } = await portal.pool.query(
    'select name, file_key from dispute_document where dispute_id = $1',
    [disputeid],
  );
  for (const { name, file_key } of rows) {
    expect(name).not.toContain('license');
    expect(name).not.toContain('FTC');
    const { body } = await portal.storage.get(file_key);
    const stored = Buffer.concat(await body.toArray());
    expect(stored.includes('%PDF')).toBe(false);
  }
});
