import type { LoaderFunctionArgs } from '@remix-run/node';
import { expect, test } from 'vitest';
import { loader as loadStep } from '#app/routes/application/step.tsx';
import { loader as loadScoreByCode } from '#app/routes/score/by-code.tsx';
import { loader as loadScore } from '#app/routes/score/own.tsx';
import { contextOf } from '#test/app/page.ts';
import {
  type Applicant,
  fillIn,
  newApplicant,
  removeSandboxDelays,
  withResult,
} from '#test/factories/applicants.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { countQueries } from '#test/queries.ts';

const portal = await servedPortal();
await removeSandboxDelays(portal);

interface Asked {
  load: (args: LoaderFunctionArgs) => unknown;
  path: string;
  params: Record<string, string>;
}

/** The queries of a loader, including the session check. */
async function queriesOf({ visitor }: Applicant, { load, path, params }: Asked): Promise<number> {
  const context = contextOf(portal, visitor);
  const request = new Request(`${portal.origin}${path}`);
  const { queries } = await countQueries(portal, () => load({ request, params, context }));
  return queries;
}

test('the pages of the steps ask the database at most six times', async () => {
  const applicant = await newApplicant(portal);
  await fillIn(applicant, '900-00-0001');
  for (const step of ['1', '3', '4', '5', '6', '8']) {
    const asked = { load: loadStep, path: `/user/application/${step}`, params: { workflowstep: step } };
    expect([step, (await queriesOf(applicant, asked)) <= 6]).toEqual([step, true]);
  }
});

test('the pages of the score ask the database at most six times, and once more for the code of a link', async () => {
  const applicant = await withResult(portal);
  const search = `?applicationid=${applicant.applicationId}`;
  const own = { load: loadScore, path: `/user/scoreapproval/1${search}`, params: { step: '1' } };
  expect(await queriesOf(applicant, own)).toBeLessThanOrEqual(6);
  const byCode = {
    load: loadScoreByCode,
    path: `/scoreapproval/${applicant.code}/1`,
    params: { approvalcode: applicant.code, step: '1' },
  };
  expect(await queriesOf(applicant, byCode)).toBeLessThanOrEqual(7);
});
