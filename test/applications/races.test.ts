import { afterAll, expect, test } from 'vitest';
import { saveAccept } from '#modules/applications/index.ts';
import { expectNoDeadlocks } from '#test/deadlocks.ts';
import { type Applicant, removeSandboxDelays, withResult } from '#test/factories/applicants.ts';
import { servedPortal } from '#test/factories/served-portal.ts';

/** Eight windows decide on one score at the same time. RACE_ROUNDS repeats it, as in `npm run test:long`. */

const CLIENTS = 8;
const rounds = Number(process.env.RACE_ROUNDS ?? 1);

const portal = await servedPortal();
await removeSandboxDelays(portal);
expectNoDeadlocks(portal);

const seen: string[] = [];
afterAll(() => {
  if (rounds > 1) process.stdout.write(`${seen.join('\n')}\n`);
});

const accept = ({ visitor, applicationId: applicationid }: Applicant) =>
  visitor.perform(saveAccept, { applicationid, reviewaction: 'accept' });
const report = ({ visitor, applicationId: applicationid }: Applicant) =>
  visitor.perform(saveAccept, {
    applicationid,
    details: { cra_error_request: { errortext: 'That court case is not mine' } },
  });

/** Prepares a result and has eight windows decide. @returns whether each succeeded, and what is stored of the person */
async function decideAtOnce(decide: (at: number) => typeof accept | typeof report) {
  const person = await withResult(portal);
  const { visitor, applicationId: applicationid, accountId } = person;
  await visitor.perform(saveAccept, { applicationid, acceptterms: 'YES' });
  const ends = await Promise.allSettled(Array.from({ length: CLIENTS }, (_, at) => decide(at)(person)));
  for (const end of ends)
    if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'applications.score-decided' });
  const { rows } = await portal.pool.query(
    `select (select count(*)::int from shield_id where account_id = $1 and retired_at is null) as numbers,
       (select count(*)::int from shield_score where account_id = $1) as scores,
       (select count(*)::int from dispute where application_id = $2) as disputes`,
    [accountId, applicationid],
  );
  return { done: ends.map(({ status }) => status === 'fulfilled'), stored: rows[0] };
}

test('a ShieldID that eight windows activate is one', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { done, stored } = await decideAtOnce(() => accept);
    expect(done).toEqual(Array(CLIENTS).fill(true));
    expect(stored, `round ${round + 1}`).toEqual({ numbers: 1, scores: 1, disputes: 0 });
  }
  seen.push(`ShieldID activation: ${CLIENTS} clients, ${rounds} rounds, one number and score each`);
});

test('a score that is accepted in four windows and reported in four is one of the two', async () => {
  const wins = { accept: 0, report: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const { done, stored } = await decideAtOnce((at) => ((at + round) % 2 ? accept : report));
    const accepted = stored.scores === 1;
    wins[accepted ? 'accept' : 'report'] += 1;
    expect(done).toEqual(done.map((_, at) => ((at + round) % 2 === 1) === accepted));
    expect(stored, `round ${round + 1}`).toEqual(
      accepted ? { numbers: 1, scores: 1, disputes: 0 } : { numbers: 0, scores: 0, disputes: 1 },
    );
  }
  seen.push(
    `score accepted and reported: ${CLIENTS} clients, ${rounds} rounds, accepted ${wins.accept}, reported ${wins.report}`,
  );
});
