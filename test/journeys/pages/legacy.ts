import { archiveShieldIds, linkFormerAccount } from '#modules/applications/index.ts';
import { randomCheckedDigits } from '#modules/platform/index.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { group } from './look.ts';

export const legacyPages = group(
  'the console’s pages about accounts of the former system',
  async ({ operations }) => {
    const { accountId } = await newPersonWithoutTwoStep(operations);
    const former = `TX${randomCheckedDigits()}`;
    await operations.work('test.archive', async (work) => {
      await archiveShieldIds(work, [{ number: former, ssn: '900-12-0001', dateofbirth: '1980-02-01' }]);
      await linkFormerAccount(work, { accountId, number: former, reason: 'They named it' });
    });
    return { staff: await newStaff(operations), way: `/admin/user/${accountId}/legacy`, former };
  },
  [
    { route: 'admin/user/:userid/legacy', path: ({ way }) => way, as: ({ staff }) => staff.visitor },
    { route: 'admin/user/:userid/legacy/:shieldid', path: ({ way, former }) => `${way}/${former}` },
  ],
);
