import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { type ApplicationStatus, applicationStatuses } from '#modules/applications/statuses.ts';
import { newApplicant } from '#test/factories/applicants.ts';
import { testPortal } from '#test/portal.ts';
import { nextOf } from './status-table.ts';

/** Compares the database with the table: it accepts each listed move of an application and refuses all others. */

const portal = await testPortal();
const { applicationId } = await newApplicant(portal);

/** The shortest series of moves that leads to a status. */
function wayTo(status: ApplicationStatus): string[] {
  const ways = new Map<string, string[]>([['paid', []]]);
  for (const [reached, way] of ways) {
    for (const next of nextOf(reached as ApplicationStatus)) {
      if (!ways.has(next)) ways.set(next, [...way, next]);
    }
  }
  const way = ways.get(status);
  if (!way) throw new Error(`no way leads to ${status}`);
  return way;
}

const move = (client: pg.PoolClient, to: string) =>
  client.query('update application set status = $2, status_at = now() where id = $1', [applicationId, to]);

/** Whether the database accepts the move. The move is rolled back. */
async function isMade(client: pg.PoolClient, to: string): Promise<boolean> {
  await client.query('savepoint tried');
  try {
    const { rowCount } = await move(client, to);
    return rowCount === 1;
  } catch (error) {
    expect(error).toMatchObject({ code: '23514', message: expect.stringContaining('an application') });
    return false;
  } finally {
    await client.query('rollback to savepoint tried');
  }
}

describe.each(applicationStatuses)('from %s', (from) => {
  test(`the database makes the moves ${nextOf(from).join(', ') || '(none)'} and no other`, async () => {
    const client = await portal.pool.connect();
    try {
      await client.query('begin');
      for (const step of wayTo(from)) await move(client, step);
      const made: string[] = [];
      for (const to of applicationStatuses) if (to !== from && (await isMade(client, to))) made.push(to);
      expect(made.sort()).toEqual(nextOf(from).sort());
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

test.each(applicationStatuses.filter((status) => status !== 'paid'))('none begins as %s', async (status) => {
  await expect(
    portal.pool.query(
      `insert into application select (jsonb_populate_record(a, jsonb_build_object(
        'id', gen_random_uuid(), 'purchase_id', gen_random_uuid(), 'status', $2::text))).*
      from application a where id = $1`,
      [applicationId, status],
    ),
  ).rejects.toMatchObject({ message: `an application begins as paid, not as ${status}` });
});
