import { setTimeout as pause } from 'node:timers/promises';
import { lockPeople } from '#modules/network/connections/people.ts';
import { refreshConnections } from '#modules/network/connections/refresh.ts';
import { allConnections } from '#modules/network/sweeps.ts';
import { type DatabaseAddress, type Portal, runSweep, SECOND } from '#modules/platform/index.ts';
import { runAsOwner } from '#test/sql.ts';
import { ask } from './ask.ts';
import type { Measured } from './figures.ts';
import { type Server, startServer } from './load.ts';
import { openSession } from './sessions.ts';
import { poolSize } from './surroundings.ts';

/** People whose score changes at once. */
const CHANGED = 10_000;
/** Writes a second, and for how many seconds. */
const RATE = 1_000;
const STEADY = 60;
/** Milliseconds for which the nightly sweep runs. */
const SWEPT = 20 * SECOND;
/** Milliseconds between two looks at a page while scores change. */
const LOOK_EVERY = 100;

/** Indexes that only a filter or another order of a network's grid needs. */
const doubtful = [
  'connection_grid_expiration_idx',
  'connection_grid_shared_at_idx',
  'connection_grid_shieldid_idx',
  'connection_network_compliance_idx',
  'connection_network_connection_type_idx',
  'connection_network_score_rank_idx',
  'connection_network_status_idx',
  'connection_excepted_idx',
];

/** What writing costs the connections: with all indexes, and without those that one filter or order needs. */
export async function measureWrites(portal: Portal, database: DatabaseAddress): Promise<Measured[]> {
  const people = await listPeople(portal);
  const server = await startServer('portal', database.url, '');
  try {
    const sweep = await measureSweep(portal);
    const page = new Watch(server, await pageOf(portal));
    const all = { changes: await changeScores(portal, people), steady: 0 };
    const longest = await page.stop();
    all.steady = await writeSteadily(portal, people);
    await runAsOwner(database, doubtful.map((name) => `drop index ${name};`).join('\n'));
    const fewer = {
      changes: await changeScores(portal, people),
      steady: await writeSteadily(portal, people),
    };
    const name = `without ${doubtful.length} indexes`;
    return [
      {
        name: 'scores of 10,000 people change at once',
        unit: 's',
        seen: all.changes,
        beside: { name, seen: fewer.changes },
        goal: { atMost: 20 },
      },
      { name: 'longest page of a network meanwhile', unit: 'ms', seen: longest, goal: { atMost: 300 } },
      {
        name: '1,000 connections written a second, 99 of 100',
        unit: 'ms',
        seen: all.steady,
        beside: { name, seen: fewer.steady },
        goal: { atMost: 50 },
      },
      { name: 'connections that the nightly sweep reads', unit: '/s', seen: sweep, goal: { atLeast: 5_000 } },
    ];
  } finally {
    await server.stop();
  }
}

async function listPeople({ pool }: Portal): Promise<string[]> {
  const { rows } = await pool.query<{ account_id: string }>(
    `select distinct account_id from connection
     where connection_type = 'INDIVIDUAL' and status = 'CURRENT' and score is not null and removed_at is null limit $1`,
    [CHANGED],
  );
  return rows.map(({ account_id }) => account_id);
}

/** Runs as many at a time as the portal has connections to the database. */
async function eachOf<T>(all: readonly T[], run: (each: T) => Promise<unknown>): Promise<void> {
  const left = all.values();
  await Promise.all(
    Array.from({ length: poolSize }, async () => {
      for (const each of left) await run(each);
    }),
  );
}

/** As a result of monitoring does it: one transaction for each person. @returns seconds */
async function changeScores(portal: Portal, people: readonly string[]): Promise<number> {
  const started = performance.now();
  await eachOf(people, (accountId) =>
    portal.work('bench.change-score', async (work) => {
      await lockPeople(work, { accountIds: [accountId] });
      await work.db
        .updateTable('shield_score')
        .set((row) => ({
          score: row
            .case()
            .when('score', '=', 'IC02')
            .then('IC01' as const)
            .else('IC02' as const)
            .end(),
        }))
        .where('account_id', '=', accountId)
        .where('ended_at', 'is', null)
        .execute();
      await refreshConnections(work, { accountIds: [accountId] });
    }),
  );
  return (performance.now() - started) / SECOND;
}

/** Moves the time since which one connection is shared. @returns milliseconds that 99 of 100 took from their turn on */
async function writeSteadily({ pool }: Portal, people: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from connection where account_id = any($1) limit $2',
    [people, RATE * 10],
  );
  const took: number[] = [];
  const started = performance.now();
  let next = 0;
  // No more at a time than the pool has connections: it refuses when too many wait. Whoever waits here counts as well.
  const write = async () => {
    while (next < RATE * STEADY) {
      const at = next++;
      const due = started + (at * SECOND) / RATE;
      const early = due - performance.now();
      if (early > 0) await pause(early);
      await pool.query(
        `update connection set shared_at = coalesce(shared_at, now()) + interval '1 ms' where id = $1`,
        [rows[at % rows.length]?.id],
      );
      took.push(performance.now() - due);
    }
  };
  await Promise.all(Array.from({ length: poolSize }, write));
  return took.toSorted((one, other) => one - other)[Math.floor(took.length * 0.99)] ?? Number.NaN;
}

/** @returns connections a second */
async function measureSweep(portal: Portal): Promise<number> {
  const signal = AbortSignal.timeout(SWEPT);
  const started = performance.now();
  await runSweep(portal, allConnections, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  const { rows } = await portal.pool.query<{ handled: string }>(
    'select handled from sweep_run where name = $1',
    [allConnections.name],
  );
  return Number(rows[0]?.handled) / ((performance.now() - started) / SECOND);
}

async function pageOf(portal: Portal): Promise<Record<string, string>> {
  return { cookie: await openSession(portal, 'owner1@example.com'), host: portal.config.baseHost };
}

/** Asks for a page again and again. */
class Watch {
  #longest = 0;
  #stopped = false;
  readonly #looking: Promise<void>;

  constructor(server: Server, headers: Record<string, string>) {
    this.#looking = this.#look(server, headers);
  }

  async #look(server: Server, headers: Record<string, string>): Promise<void> {
    // Without the code that only a first request loads.
    for await (const _chunk of await ask(server.port, '/user/network', headers));
    while (!this.#stopped) {
      const started = performance.now();
      const answer = await ask(server.port, '/user/network', headers);
      for await (const _chunk of answer);
      if (answer.statusCode !== 200) throw new Error(`/user/network answered ${answer.statusCode}`);
      this.#longest = Math.max(this.#longest, performance.now() - started);
      await pause(LOOK_EVERY);
    }
  }

  /** @returns milliseconds of the longest answer */
  async stop(): Promise<number> {
    this.#stopped = true;
    await this.#looking;
    return this.#longest;
  }
}
