import { type ConstraintRefusals, type RefusalTable, refusalsOf } from '#modules/platform/index.ts';
import { enterpriseTexts as texts } from './texts.ts';

export const enterpriseRefusals = {
  'enterprise.host-taken': { status: 409, text: texts['console.host-taken'] },
  'enterprise.store-needs-portal': { status: 400, text: texts['console.store-needs-portal'] },
  'enterprise.portal-needs-host': { status: 400, text: texts['console.portal-needs-host'] },
  'enterprise.changed-meanwhile': { status: 409, text: texts['console.changed-meanwhile'] },
  'enterprise.logo-not-an-image': { status: 400, text: texts['console.logo-not-an-image'] },
  'enterprise.logo-too-large': { status: 413, text: texts['console.logo-too-large'] },
  'enterprise.on-another-team': { status: 409, text: texts['console.on-another-team'] },
  'enterprise.staff-in-team': { status: 409, text: texts['console.staff-in-team'] },
} as const satisfies RefusalTable;

/** What this module may throw: its own codes and those of platform. */
export class Refusal extends refusalsOf(enterpriseRefusals) {}

/** Where a race gets past the check that comes before the constraint. */
export const enterpriseConstraints = {
  company_branding_hostname_key: (options) =>
    new Refusal('enterprise.host-taken', { ...options, field: 'branding_hostname' }),
} satisfies ConstraintRefusals;
