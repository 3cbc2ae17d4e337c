import { expect, test, vi } from 'vitest';
import {
  Refusal,
  sql,
  storeReferred,
  TemporaryFile,
  takeUpload,
  type Work,
} from '#modules/platform/index.ts';
import { testPortal } from '#test/portal.ts';
import { rowOf } from '#test/sql.ts';

const portal = await testPortal();

/**
 * Stores a file and refers to it.
 * @returns whether the file exists afterwards
 */
async function standsAfter(key: string, refer: (inside: Work<null>) => Promise<void>): Promise<boolean> {
  await using body = await TemporaryFile.of(Buffer.from('a picture'));
  const file = { key, body, contentType: 'image/png' };
  const entry = { visit: portal.visitor().visit(), caller: null, operation: 'test.store' };
  await expect(portal.reading(entry, (work) => storeReferred(work, file, refer))).rejects.toThrow();
  return portal.storage.get(key).then(
    ({ body }) => {
      body.destroy();
      return true;
    },
    () => false,
  );
}

test('a file that no row came to refer to is deleted', async () => {
  const refused = () => Promise.reject(new Error('refused'));
  expect(await standsAfter('logos/refused.png', refused)).toBe(false);
});

test('a file stays when the connection is lost at the commit, because the row may refer to it', async () => {
  const lost = async (inside: Work<null>) => {
    const own = await rowOf(inside, sql<{ pid: number }>`select pg_backend_pid() as pid`);
    await sql`select pg_terminate_backend(${own?.pid})`.execute(portal.db);
  };
  expect(await standsAfter('logos/lost.png', lost)).toBe(true);
});

test('an upload may be as large as its limit and no larger, and is gone once it was read', async () => {
  const read = async (most: number) => {
    await portal.storage.put('uploads/limit', Buffer.from('12345'), { contentType: 'application/pdf' });
    return takeUpload(portal, {
      key: 'uploads/limit',
      uploadstatus: 200,
      most,
      tooLarge: () => new Refusal('invalid-input', { detail: 'too large' }),
    });
  };
  await using taken = await read(5);
  expect((await taken.content()).toString()).toBe('12345');
  await expect(portal.storage.get('uploads/limit')).rejects.toThrow();
  await expect(read(4)).rejects.toThrow('too large');
  await expect(portal.storage.get('uploads/limit')).rejects.toThrow();
});

test('the file of an upload that is too large is not read on', async () => {
  await portal.storage.put('uploads/large', Buffer.from('12345'), { contentType: 'application/pdf' });
  const { body, ...rest } = await portal.storage.get('uploads/large');
  vi.spyOn(portal.storage, 'get').mockResolvedValue({ body, ...rest });
  const upload = { key: 'uploads/large', uploadstatus: 200, most: 4, tooLarge: () => new Error('too large') };
  await expect(takeUpload(portal, upload)).rejects.toThrow('too large');
  expect(body.destroyed).toBe(true);
});

test('an upload that failed or never came is refused, and what came of it is deleted', async () => {
  const take = (key: string, uploadstatus: number) =>
    takeUpload(portal, { key, uploadstatus, most: 9, tooLarge: () => new Error('too large') });
  for (const status of [199, 201, 403]) {
    await portal.storage.put('uploads/half', Buffer.from('half'), { contentType: 'application/pdf' });
    await expect(take('uploads/half', status)).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(portal.storage.get('uploads/half')).rejects.toThrow();
  }
  await expect(take('uploads/never', 200)).rejects.toMatchObject({ code: 'not-found' });
});
