import { type RefusalTable, refusalsOf } from '#modules/platform/index.ts';
import { enterpriseTexts as texts } from './texts.ts';

export const enterpriseRefusals = {
  'enterprise.host-taken': { status: 409, text: texts['console.host-taken'] },
  'enterprise.on-another-team': { status: 409, text: texts['console.on-another-team'] },
  'enterprise.staff-in-team': { status: 409, text: texts['console.staff-in-team'] },
} as const satisfies RefusalTable;

/** What this module may throw: its own codes and those of platform. */
export class Refusal extends refusalsOf(enterpriseRefusals) {}
