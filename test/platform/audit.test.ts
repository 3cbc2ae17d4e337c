import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type AuditEntry, listAudit, writeAudit } from '#modules/platform/audit/index.ts';
import { MINUTE } from '#modules/platform/browser.ts';
import { erasePersonKey } from '#modules/platform/crypto/index.ts';
import { sql } from '#modules/platform/database/sql.ts';
import { testServices } from './services.ts';

const { db, keys, ownerPool } = await testServices();
const at = new Date('2026-03-01T12:00:00Z');

function entry(more: Partial<AuditEntry> = {}): AuditEntry {
  return {
    operation: 'admin.save-user',
    action: 'admin.save-user',
    at,
    actorId: randomUUID(),
    adminId: null,
    companyId: null,
    sessionId: randomUUID(),
    requestId: 'r1',
    address: '127.0.0.1',
    agent: 'test',
    ...more,
  };
}

describe('the audit log', () => {
  test('keeps the detail about a person sealed, and shows it to its readers', async () => {
    const about = randomUUID();
    const written = entry({
      about,
      object: { type: 'account', id: about },
      detail: { from: 'Annabella', to: 'Anna' },
    });
    const id = await writeAudit(db, keys, written);
    const { rows } = await sql<{ detail: unknown; detail_sealed: string }>`
      select detail, detail_sealed from audit_entry where id = ${id}`.execute(db);
    expect(rows[0]?.detail).toBeNull();
    expect(rows[0]?.detail_sealed).not.toContain('Annabella');
    const { entries } = await listAudit(db, keys, { about });
    expect(entries).toEqual([
      {
        id,
        at,
        operation: 'admin.save-user',
        action: 'admin.save-user',
        actorId: written.actorId,
        adminId: null,
        aboutId: about,
        object: { type: 'account', id: about },
        sessionId: written.sessionId,
        keyId: null,
        requestId: 'r1',
        address: '127.0.0.1',
        agent: 'test',
        detail: { from: 'Annabella', to: 'Anna' },
      },
    ]);
  });

  test('keeps the entry and loses the detail when the person is erased', async () => {
    const about = randomUUID();
    const id = await writeAudit(db, keys, entry({ about, detail: { name: 'Ann' } }));
    await erasePersonKey(db, about, at);
    const later = await writeAudit(
      db,
      keys,
      entry({ about, at: new Date(at.getTime() + 1), detail: { name: 'x' } }),
    );
    const { entries } = await listAudit(db, keys, { about });
    expect(entries.map((found) => [found.id, found.detail])).toEqual([
      [later, null],
      [id, null],
    ]);
  });

  test('keeps a detail about nobody in clear', async () => {
    const actorId = randomUUID();
    await writeAudit(db, keys, entry({ actorId, action: 'platform.open-store', detail: { open: true } }));
    const { entries } = await listAudit(db, keys, { actor: actorId });
    expect(entries[0]).toMatchObject({ aboutId: null, detail: { open: true } });
  });

  test('finds what an admin did in a session of somebody else under both names', async () => {
    const [actorId, adminId] = [randomUUID(), randomUUID()];
    const id = await writeAudit(db, keys, entry({ actorId, adminId }));
    for (const actor of [actorId, adminId]) {
      expect((await listAudit(db, keys, { actor })).entries.map((found) => found.id)).toEqual([id]);
    }
  });

  test('pages through entries of one instant, newest first, none twice', async () => {
    const object = { type: 'company', id: randomUUID() };
    const ids: string[] = [];
    for (let index = 0; index < 7; index += 1) {
      ids.push(
        await writeAudit(db, keys, entry({ object, at: new Date(at.getTime() + (index > 3 ? MINUTE : 0)) })),
      );
    }
    const seen: string[] = [];
    let before: string | undefined;
    do {
      const page = await listAudit(db, keys, { object, limit: 3, before });
      expect(page.entries.length).toBeLessThanOrEqual(3);
      seen.push(...page.entries.map((found) => found.id));
      before = page.next ?? undefined;
    } while (before);
    expect(seen).toEqual(ids.reverse());
    const since = await listAudit(db, keys, { object, from: new Date(at.getTime() + 1) });
    expect(since.entries).toHaveLength(3);
    const until = await listAudit(db, keys, { object, to: new Date(at.getTime() + 1) });
    expect(until.entries).toHaveLength(4);
  });

  test('finds entries by each part of the filter, from a moment on and before another', async () => {
    const about = randomUUID();
    const object = { type: 'company', id: randomUUID() };
    const write = (more: Partial<AuditEntry>) => writeAudit(db, keys, entry({ about, ...more }));
    const [first, second, third] = [
      await write({ object }),
      await write({ object: { ...object, type: 'account' }, at: new Date(at.getTime() + 1) }),
      await write({ object: { ...object, id: randomUUID() }, action: 'a.b', at: new Date(at.getTime() + 2) }),
    ];
    const found = async (filter: Parameters<typeof listAudit>[2]) =>
      (await listAudit(db, keys, { about, ...filter })).entries.map(({ id }) => id);
    expect(await found({})).toEqual([third, second, first]);
    expect(await found({ object })).toEqual([first]);
    expect(await found({ action: 'a.b' })).toEqual([third]);
    expect(await found({ from: new Date(at.getTime() + 1) })).toEqual([third, second]);
    expect(await found({ to: new Date(at.getTime() + 1) })).toEqual([first]);
    expect(await found({ before: `${at.getTime() + 2}.${third}` })).toEqual([second, first]);
    expect(await found({ before: 'no cursor' })).toHaveLength(3);
    expect(await listAudit(db, keys, { about, limit: 3 })).toMatchObject({ next: null });
    expect(await listAudit(db, keys, { about, limit: 2 })).toMatchObject({
      next: `${at.getTime() + 1}.${second}`,
    });
  });

  test('shows 50 entries on a page unless told otherwise, and 500 at most', async () => {
    const about = randomUUID();
    await db
      .insertInto('audit_entry')
      .values(
        Array.from({ length: 502 }, () => ({
          id: randomUUID(),
          at,
          operation: 'a.b',
          action: 'a.b',
          about_id: about,
        })),
      )
      .execute();
    const sizeOf = async (limit?: number) => (await listAudit(db, keys, { about, limit })).entries.length;
    expect([await sizeOf(), await sizeOf(51), await sizeOf(1_000)]).toEqual([50, 51, 500]);
  });

  test('keeps the first 500 characters of the name of a browser', async () => {
    const about = randomUUID();
    await writeAudit(db, keys, entry({ about, agent: 'x'.repeat(501), object: undefined }));
    expect((await listAudit(db, keys, { about })).entries[0]).toMatchObject({
      agent: 'x'.repeat(500),
      object: null,
      detail: null,
    });
  });

  test('commits and rolls back with its transaction', async () => {
    const about = randomUUID();
    await expect(
      db.transaction().execute(async (transaction) => {
        await writeAudit(transaction, keys, entry({ about, detail: { a: 1 } }));
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    expect((await listAudit(db, keys, { about })).entries).toEqual([]);
  });

  test.each([['update audit_entry set agent = null'], ['delete from audit_entry'], ['truncate audit_entry']])(
    'refuses %s, to the owner of the table too',
    async (statement) => {
      await writeAudit(db, keys, entry());
      const client = await ownerPool.connect();
      try {
        await expect(client.query(statement)).rejects.toThrow('audit_entry is append-only');
      } finally {
        client.release(true);
      }
    },
  );
});
