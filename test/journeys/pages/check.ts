import {
  addressIn,
  agree,
  answer,
  nameOf,
  newApplicant,
  payUnverified,
  submit,
} from '#test/factories/applicants.ts';
import { choosePaper } from '#test/factories/paper.ts';
import { newPerson } from '#test/factories/people.ts';
import { buyByCard, choose } from '#test/factories/shop.ts';
import { startRun } from '#test/factories/verifications.ts';
import { group, pressed } from './look.ts';

const purchase = '/user/purchase';
const next = '/user/application/next';

export const purchases = group(
  'the pages of a purchase',
  async ({ operations }) => {
    const person = await newPerson(operations);
    const paid = await buyByCard(operations, await newPerson(operations));
    return { person, paid };
  },
  [
    {
      route: 'user/purchase/purchasealerts',
      path: `${purchase}/purchasealerts`,
      as: ({ person }) => person.visitor,
    },
    { route: 'user/purchase/helpmechoose', path: `${purchase}/helpmechoose` },
    { route: 'user/purchase/selectpackage', path: `${purchase}/selectpackage` },
    {
      route: 'user/purchase/selectpackage',
      path: `${purchase}/selectpackage`,
      act: pressed('Continue', /select a package/),
    },
    {
      route: 'user/purchase/completepurchase',
      path: async ({ person }) => `${purchase}/completepurchase?purchaseid=${await choose(person, 'US')}`,
      act: async (page) => {
        await page.locator('[aria-busy=false]').first().waitFor();
        await pressed('Pay $79', /accept|agree/i)(page);
      },
    },
    {
      route: 'user/purchase/purchasereceipt',
      path: ({ paid }) => `${purchase}/purchasereceipt?purchaseid=${paid.purchaseId}`,
      as: ({ paid }) => paid.visitor,
    },
    { route: 'user/purchase/purchasealerts', path: `${purchase}/purchasealerts` },
    { route: 'user/profile/accounting', path: '/user/profile/accounting' },
    { route: 'user', path: '/user' },
  ],
);

export const applications = group(
  'the pages of an application and of its result',
  async ({ operations, outbox }) => {
    const registered = await newPerson(operations, { lastname: 'Person' });
    const applicant = {
      ...registered,
      applicationId: await payUnverified(operations, registered.accountId),
    };
    const onPaper = await newApplicant(operations);
    await choosePaper(onPaper, '900-00-0002');
    const waiting = await newApplicant(operations);
    await submit(waiting, '900-00-0012');
    const ready = await newApplicant(operations);
    await submit(ready, '900-00-0004');
    const { links } = await outbox.wait(ready.emailaddress, /is ready for your review/);
    const code = links.find((link) => link.includes('/scoreapproval/')) ?? '';
    return { applicant, onPaper, waiting, ready, byCode: new URL(code).pathname };
  },
  [
    {
      route: 'user/application/:workflowstep',
      path: next,
      as: ({ applicant }) => applicant.visitor,
      act: pressed(/continue$/i, /check the box|acknowledge/i),
    },
    {
      route: 'user/application/:workflowstep',
      async path({ applicant }) {
        await agree(applicant);
        await agree(applicant);
        return next;
      },
    },
    {
      route: 'user/application/:workflowstep',
      async path({ applicant }) {
        await agree(applicant);
        return next;
      },
    },
    {
      route: 'user/application/:workflowstep',
      async path({ applicant }) {
        await answer(applicant, { selected_jurisdictions: [], none: 'YES' });
        return next;
      },
      act: pressed('Continue', 'Enter your Social Security number'),
    },
    {
      route: 'user/application/:workflowstep',
      async path({ applicant }) {
        await answer(applicant, nameOf('900-00-0002'));
        return next;
      },
      act: (page) => page.getByRole('button', { name: 'Add another address' }).click(),
    },
    {
      route: 'user/idverification',
      async path({ applicant }) {
        await answer(applicant, addressIn('TX'));
        return '/user/idverification';
      },
    },
    {
      route: 'dev/idv/:runid',
      path: async ({ applicant }) => `/dev/idv/${(await startRun(applicant)).workflow_run_id}`,
    },
    { route: 'user/application/:workflowstep', path: next, as: ({ onPaper }) => onPaper.visitor },
    { route: 'user/application/:workflowstep', path: next, as: ({ waiting }) => waiting.visitor },
    { route: 'user', path: '/user' },
    { route: 'user', path: '/user', as: ({ ready }) => ready.visitor },
    ...['/1', '/2'].map((step) => ({
      route: 'user/scoreapproval/:step?',
      path: `/user/scoreapproval${step}`,
    })),
    { route: 'scoreapproval/:approvalcode/:step?', path: ({ byCode }) => byCode, as: () => null },
    { route: 'scoreapproval/:approvalcode/:step?', path: '/scoreapproval/no-such-code', status: 404 },
  ],
);
