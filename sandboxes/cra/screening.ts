import { DAY } from '#modules/platform/browser.ts';
import type { Portal, Work } from '#modules/platform/index.ts';
import { step } from './callbacks.ts';
import { delays } from './delays.ts';
import { advanceScreening } from './jobs.ts';
import { dayOf, findingsFor } from './outcomes.ts';
import { SandboxCra } from './sandbox-cra.ts';
import type { Screening } from './screening-row.ts';

/** How the sandbox works on an order: step by step, with one callback for each step. */

/** Does one step. If a job runs again after its step was done, it does the next one. */
export function advance(portal: Portal, screeningId: string): Promise<void> {
  return portal.work('sandbox-cra.advance', async (work) => {
    const screening = await work.db
      .selectFrom('sandbox.screening')
      .selectAll()
      .where('id', '=', screeningId)
      .forUpdate()
      .executeTakeFirst();
    if (!screening) return;
    if (screening.state === 'received') await begin(work, screening);
    else if (screening.state === 'inprogress') await complete(work, screening);
  });
}

async function begin(work: Work<unknown>, screening: Screening): Promise<void> {
  if (screening.outcome === 'ssnreview') return step(work, screening, 'review', 1, { type: 'ssnreview' });
  const told = { type: 'inprogress' as const, ...progressOf(work, screening) };
  if (screening.outcome === 'stays') return step(work, screening, 'stays', 1, told);
  await step(work, screening, 'inprogress', 1, told);
  const { inprogress } = await delays(work.db);
  await work.enqueue(advanceScreening, { screeningId: screening.id }, { delay: inprogress });
}

/** How many days a check takes, according to the sandbox's estimate. */
const ESTIMATE_DAYS = 3;

/** What the first callback contains: the searches, of which the first one is done. */
function progressOf(work: Work<unknown>, screening: Screening) {
  const { addresses } = new SandboxCra(work.portal).readSubject(screening);
  const done = new Date(work.now.getTime() + ESTIMATE_DAYS * DAY);
  const searches = findingsFor('IC01', { addresses, completedOn: dayOf(work.now) });
  return {
    estimated_on: dayOf(done),
    searches: searches.map(({ search, scope, places }, at) => ({
      search,
      scope: [scope, ...places].join(', '),
      state: at === 0 ? ('done' as const) : ('waiting' as const),
    })),
  };
}

function complete(work: Work<unknown>, screening: Screening): Promise<void> {
  const { outcome } = screening;
  if (outcome === 'clearidaction') return step(work, screening, outcome, 2, { type: outcome });
  if (outcome === 'ssnreview' || outcome === 'stays') return Promise.resolve();
  return step(work, screening, 'completed', 2, {
    type: 'completed',
    score: outcome,
    findings: findingsFor(outcome, {
      addresses: new SandboxCra(work.portal).readSubject(screening).addresses,
      completedOn: dayOf(work.now),
    }),
  });
}
