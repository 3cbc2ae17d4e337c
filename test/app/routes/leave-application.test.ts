import { expect, test } from 'vitest';
import { loader as forward } from '#app/routes/application/forward.ts';
import { loader as leave } from '#app/routes/application/leave.tsx';
import { loader as step } from '#app/routes/application/step.tsx';
import { loader as verification } from '#app/routes/verification/page.tsx';
import { newApplicant } from '#test/factories/applicants.ts';
import { newPersonWithoutTwoStep } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { askPage, redirectOf } from '../page.ts';

const portal = await testPortal();

test.each(['', '?step=0', '?step=-1', '?step=x', '?to=exit', '?step=2', '?step=2&applicationid=x'])(
  'the address of the form with which an application is left leads home without one: %s',
  async (search) => {
    const { visitor } = await newPersonWithoutTwoStep(portal);
    const path = `/user/application/leave${search}`;
    expect(redirectOf(await askPage(portal, visitor, leave, { path }))).toBe('/user/application');
    expect(redirectOf(await askPage(portal, visitor, forward, { path: '/user/application' }))).toBe('/user');
  },
);

test('with an application it leads to its step', async () => {
  const { visitor, applicationId } = await newApplicant(portal);
  const at = (search: string) =>
    askPage(portal, visitor, leave, { path: `/user/application/leave${search}` }).then(redirectOf);
  expect(await at('?step=2&to=exit')).toBe('/user/application/2');
  expect(await at(`?step=2&applicationid=${applicationId}`)).toBe(
    `/user/application/2?applicationid=${applicationId}`,
  );
  expect(redirectOf(await askPage(portal, visitor, forward, { path: '/user/application' }))).toBe(
    '/user/application/next',
  );
});

test('nobody without a session is told anything', async () => {
  const answer = await askPage(portal, portal.visitor(), leave, { path: '/user/application/leave' });
  expect(redirectOf(answer)).toMatch(/^\/login/);
});

test('the address of a step leads home while no application is open', async () => {
  const { visitor } = await newPersonWithoutTwoStep(portal);
  for (const workflowstep of ['next', '1', '12']) {
    const at = { path: `/user/application/${workflowstep}`, params: { workflowstep } };
    expect(redirectOf(await askPage(portal, visitor, step, at)), workflowstep).toBe('/user');
  }
  const page = { path: '/user/idverification' };
  expect(redirectOf(await askPage(portal, visitor, verification, page))).toBe('/user');
});

test('the application of somebody else is not found', async () => {
  const { visitor } = await newApplicant(portal);
  const other = await newApplicant(portal);
  const theirs = {
    path: `/user/application/1?applicationid=${other.applicationId}`,
    params: { workflowstep: '1' },
  };
  expect(await askPage(portal, visitor, step, theirs)).toMatchObject({ status: 404 });
});
