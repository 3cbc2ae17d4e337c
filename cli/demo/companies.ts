import { createCompany, type NewCompany, switchFeatures } from '#modules/enterprise/index.ts';
import { DAY } from '#modules/platform/index.ts';
import { addCouponType, saveStore } from '#modules/purchasing/index.ts';
import { named } from './cast.ts';
import type { Scene } from './scene.ts';
import { asStaff } from './staff.ts';
import { join } from './steps.ts';

/** The company that staff change. */
const changed = 'Orchard Valley Schools';

/** Smaller companies, so that the list of staff has some, and what staff changed for them and for the portal. */

const others = [
  {
    owner: { firstname: 'Priya', lastname: 'Raman', emailaddress: 'owner@harborquay.test' },
    company: {
      company_name: 'Harbor Quay Property Group',
      branding_hostname: 'harborquay',
      primary_color: '#14532D',
      alert_dashboard_enabled: true,
      shieldlink_enabled: true,
    },
  },
  {
    owner: { firstname: 'Leah', lastname: 'Sandoval', emailaddress: 'owner@cedarridge.test' },
    company: {
      company_name: 'Cedar Ridge Apartments',
      branding_hostname: 'cedarridge',
      primary_color: '#7E22CE',
      team_management_enabled: true,
    },
  },
  {
    owner: { firstname: 'Ruben', lastname: 'Castellanos', emailaddress: 'owner@orchardvalley.test' },
    company: { company_name: changed, dashboard_enabled: true, enable_payments: true },
  },
  {
    owner: { firstname: 'Ana', lastname: 'Lucero', emailaddress: 'owner@brightline.test' },
    company: { company_name: 'Brightline Janitorial', enterprise_enabled: false },
  },
] satisfies { owner: Parameters<typeof named>[1]; company: Omit<NewCompany, 'ownerAccountId'> }[];

export function companyScenes(): Scene[] {
  let orchard = '';
  return [
    {
      daysAgo: 30,
      order: 1,
      run: async (stage) => {
        for (const [at, { owner, company }] of others.entries()) {
          const { accountId } = await join(stage, named(960 + at, owner));
          const id = await stage.portal.work('demo.company', (work) =>
            createCompany(work, { ...company, ownerAccountId: accountId }),
          );
          if (company.company_name === changed) orchard = id;
        }
      },
    },
    {
      daysAgo: 8,
      order: 1,
      run: (stage) =>
        asStaff(stage, async (work) => {
          await switchFeatures(work, orchard, { network_autoinvite: true });
          await addCouponType(work, orchard, { code_type: 'percent', amount: 50 });
        }),
    },
    {
      daysAgo: 6,
      order: 1,
      run: (stage) =>
        asStaff(stage, (work) => {
          const from = new Date(work.now.getTime() - 2 * DAY);
          const until = new Date(work.now.getTime() - DAY);
          return saveStore(work, { window: { from, until }, abandonedAfterHours: 72 });
        }),
    },
  ];
}
