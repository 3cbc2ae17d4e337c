// Only root may mount the disk, on Linux. Elsewhere it is skipped.
import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { DAY, sql } from '#modules/platform/index.ts';
import { listOffers, reconcileLedger } from '#modules/purchasing/index.ts';
import { eventually } from '#test/eventually.ts';
import { killableServer } from '#test/factories/killable-server.ts';
import { openPaymentGate } from '#test/factories/payment-gate.ts';
import { bringUnderWay, throughOperations } from '#test/factories/payments-under-way.ts';
import { newPerson, registerPerson } from '#test/factories/people.ts';
import { openShop, type Shop } from '#test/factories/shop.ts';
import { mountSmallDisk } from '#test/factories/small-disk.ts';

/** A disk in memory for PostgreSQL's data. */
const disk = process.getuid?.() === 0 ? mountSmallDisk(600) : null;
if (!disk)
  console.info(
    "Database's disk full: skipped, because this user may not mount a tmpfs. Run it as root on Linux.",
  );
afterAll(() => disk?.unmount());
const server = disk && (await killableServer(disk.folder));
const gate = disk && (await openPaymentGate());
const shop = server && gate && (await openShop({ gate, database: server }));

/** Writes until PostgreSQL refuses. */
async function writeUntilRefused({ portal }: Shop): Promise<unknown> {
  for (let person = 0; person < 2000; person += 1) {
    try {
      await registerPerson(portal);
    } catch (error) {
      return error;
    }
  }
  throw new Error('PostgreSQL took 2,000 people on a full disk');
}

/** Fills the segments of the log that PostgreSQL has made, until it stops because it cannot make another one. */
async function fillLog(adminUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  admin.on('error', () => undefined);
  await admin.connect();
  const fill = async () => {
    for (let segment = 0; segment < 200; segment += 1) {
      await admin.query("select pg_logical_emit_message(false, 'test', 'a'), pg_switch_wal()");
    }
  };
  await expect(fill()).rejects.toThrow(/No space left|Connection terminated/);
}

test.skipIf(!disk).each(['tables', 'log'])(
  "PostgreSQL's disk full in the middle of payments, no room for its %s: refused, and on again with room",
  async (what) => {
    if (!disk || !server || !gate || !shop) return;
    const { portal } = shop;
    const actions = throughOperations(portal);
    const payments = await bringUnderWay(shop, gate, actions);
    const { visitor } = await newPerson(portal);
    disk.fill();
    onTestFinished(() => disk.free());

    if (what === 'log') await fillLog(server.adminUrl);
    const refused = portal.asRefusal(await writeUntilRefused(shop), visitor.visit(), 'registration');
    expect(refused.status).toBeGreaterThanOrEqual(500);
    if (what === 'tables') expect(await visitor.perform(listOffers, { pkgfilter: 'US' })).toBeTruthy();
    for (const { stop } of payments.stopped) stop.letGo();
    await Promise.all([payments.others, ...payments.stopped.map(({ ended }) => ended)]);

    disk.free();
    await eventually(() => sql`select 1`.execute(portal.db));
    await payments.finish(actions);
    await payments.expectPaidOnce();
    await registerPerson(portal);
    const since = new Date(portal.clock.now().getTime() - DAY);
    expect((await reconcileLedger(portal, since)).differences).toEqual([]);
    portal.takeErrors();
  },
);
