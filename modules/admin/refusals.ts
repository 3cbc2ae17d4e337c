import { type RefusalTable, refusalsOf } from '#modules/platform/index.ts';
import { adminTexts as texts } from './texts.ts';

export const adminRefusals = {
  'admin.draft-changed': { status: 409, text: texts['console.draft-changed'] },
} as const satisfies RefusalTable;

/** What this module may throw: its own codes and those of platform. */
export class Refusal extends refusalsOf(adminRefusals) {}
