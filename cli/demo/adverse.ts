import { listMyApplications, openDispute } from '#modules/applications/index.ts';
import {
  attestPurpose,
  getAdverseOffer,
  listSharedWithMe,
  startAdverseAction,
} from '#modules/network/index.ts';
import { acmeTeam } from './cast.ts';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';
import { signIn } from './steps.ts';

/** Two people whom Acme may turn down: one has time to respond, and the other has disputed the report. */
export function adverseScenes(): Scene[] {
  let disputing: string | null = null;
  return [
    {
      daysAgo: 3,
      order: 4,
      run: async (stage) => {
        disputing = await startTwo(stage);
      },
    },
    {
      daysAgo: 1,
      order: 1,
      run: async (stage) => {
        if (disputing) await dispute(stage, disputing);
      },
    },
  ];
}

/** @returns the address of the second person */
async function startTwo(stage: Stage): Promise<string | null> {
  const owner = await signIn(stage, acmeTeam.owner.emailaddress);
  await owner.perform(attestPurpose, { purpose: 'employment', attested: 'YES' });
  const { rows } = await owner.perform(listSharedWithMe, { status: 'active', rows: 50 });
  let last: string | null = null;
  const lowest = rows.filter(
    ({ currenticstatus }) => currenticstatus === 'IC04' || currenticstatus === 'IC03',
  );
  for (const { id: connectionid, emailaddress } of lowest.slice(0, 2)) {
    const { report, results } = await owner.perform(getAdverseOffer, { connectionid });
    await owner.perform(startAdverseAction, {
      connectionid,
      report: report.id,
      place: 'TX',
      days: '7',
      decision: 'give you site access',
      results: results.slice(0, 1).map(({ search }) => search),
    });
    last = emailaddress;
  }
  return last;
}

/** At these words the sandbox agency never answers, so that the dispute stays open. */
async function dispute(stage: Stage, emailaddress: string): Promise<void> {
  const person = await signIn(stage, emailaddress);
  const { applications } = await person.perform(listMyApplications, {});
  const applicationid = applications.find(({ icscore }) => icscore !== null)?.id ?? '';
  await person.perform(openDispute, {
    applicationid,
    errortext: 'no answer: this case is not mine',
    items: [],
  });
}
