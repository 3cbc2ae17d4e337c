import { listCompanyNetwork } from '#modules/admin/index.ts';
import { archiveShieldIds, linkFormerAccount } from '#modules/applications/index.ts';
import { newInvite } from '#modules/network/index.ts';
import { randomCheckedDigits } from '#modules/platform/index.ts';
import { newCompany } from '#test/factories/network.ts';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { group } from './look.ts';

export const recordDialogs = group(
  'the console’s dialogs above a record and above a company’s network',
  async ({ operations }) => {
    const staff = await newStaff(operations);
    const { accountId } = await newPersonWithoutTwoStep(operations);
    const former = `TX${randomCheckedDigits()}`;
    await operations.work('test.archive', async (work) => {
      await archiveShieldIds(work, [{ number: former, ssn: '900-12-0001', dateofbirth: '1980-02-01' }]);
      await linkFormerAccount(work, { accountId, number: former, reason: 'They named it' });
    });
    const { owner, companyId: companyid } = await newCompany(operations);
    await owner.visitor.perform(newInvite, { touser: `guest.${owner.emailaddress}` });
    const { rows } = await staff.visitor.perform(listCompanyNetwork, { companyid });
    return {
      staff,
      user: `/admin/user/${accountId}`,
      former,
      network: `/admin/user/${owner.accountId}/enterprise/network`,
      invitation: rows[0]?.id,
    };
  },
  [
    {
      route: 'admin/user/:userid/legacy',
      path: ({ user }) => `${user}/legacy`,
      as: ({ staff }) => staff.visitor,
    },
    {
      route: 'admin/user/:userid/legacy/:shieldid',
      path: ({ user, former }) => `${user}/legacy/${former}`,
    },
    { route: 'admin/user/:userid/photo', path: ({ user }) => `${user}/photo` },
    {
      route: 'admin/user/:userid/enterprise/network/:action/:connectionid',
      path: ({ network, invitation }) => `${network}/cancelinvite/${invitation}`,
    },
    {
      route: 'admin/user/:userid/enterprise/network/:action/:connectionid',
      path: ({ network, invitation }) => `${network}/remove/${invitation}`,
    },
  ],
);
