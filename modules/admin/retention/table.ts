import { applicationsRetention } from '#modules/applications/index.ts';
import { enterpriseRetention } from '#modules/enterprise/index.ts';
import { identityRetention } from '#modules/identity/index.ts';
import { networkRetention } from '#modules/network/index.ts';
import { formatAge, type KeptData, platformRetention } from '#modules/platform/index.ts';
import { purchasingRetention } from '#modules/purchasing/index.ts';
import { SETTLED_ALERT_KEPT, settledAlertsSweep } from './old-alerts.ts';

const adminRetention: readonly KeptData[] = [
  {
    name: 'admin.alerts',
    what: 'What waited for a decision of staff',
    why: 'To see how long decisions take, and who made them',
    howLong: `${formatAge(SETTLED_ALERT_KEPT)} after it was decided`,
    basis: 'The rule on the overview',
    decisions: ['D72'],
    end: 'Deleted.',
    tables: ['pipeline_alert'],
    sweeps: [settledAlertsSweep],
  },
  {
    name: 'admin.notes',
    what: 'Notes of staff about a person, sealed',
    why: 'So that the next member of staff knows',
    howLong: 'As long as the account',
    basis: 'The rule on notes',
    decisions: ['D81', 'D102'],
    end: 'The text goes with the account.',
    tables: ['admin_note'],
    sweeps: [],
  },
  {
    name: 'admin.controls',
    what: 'Changes of the portal’s controls, and who approved them',
    why: 'To prove that two people decided',
    howLong: 'As long as the portal runs',
    basis: 'The rule that a second admin approves a change',
    decisions: ['D145'],
    end: 'Nothing is deleted.',
    tables: ['control_change'],
    sweeps: [],
  },
  {
    name: 'admin.digests',
    what: 'Who of the staff gets the morning email, and the day of the last one',
    why: 'So that it comes once a day, and only to those who want it',
    howLong: 'As long as the account',
    basis: 'House rule',
    end: 'Deleted with the account.',
    tables: ['staff_digest'],
    sweeps: [],
  },
  {
    name: 'admin.counts',
    what: 'Counts for the overview. Nothing about people',
    why: 'So that the page is fast',
    howLong: 'As long as the portal runs',
    basis: 'House rule',
    end: 'Changes are added up every hour.',
    tables: ['overview_count'],
    sweeps: [],
  },
];

/** Every kind of data that the portal keeps, the lowest module first (D140). */
export const retentionTable: readonly KeptData[] = [
  ...platformRetention,
  ...identityRetention,
  ...enterpriseRetention,
  ...applicationsRetention,
  ...purchasingRetention,
  ...networkRetention,
  ...adminRetention,
];
