import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import { type RefusalTable, refusalsOf } from '#modules/platform/index.ts';
import { adminTexts as texts } from './texts.ts';

export const adminRefusals = {
  'admin.draft-changed': { status: 409, text: texts['console.draft-changed'] },
  'admin.draft-newer': { status: 409, text: texts['console.draft-newer'] },
  'admin.alert-settled': { status: 409, text: texts['alert.settled'] },
  'admin.alert-assigned': { status: 409, text: texts['alert.assigned'] },
  'admin.hold-open': { status: 409, text: texts['hold.open'] },
  'admin.hold-lifted': { status: 409, text: texts['hold.lifted'] },
  'admin.control-waits': { status: 409, text: texts['control.waits'] },
  'admin.control-own': { status: 409, text: texts['control.own'] },
  'admin.control-decided': { status: 409, text: texts['control.decided'] },
  'admin.one-shield-id': { status: 400, text: texts['console.one-shield-id'] },
  'admin.package-exists': { status: 409, text: texts['catalogue.package-exists'] },
  'admin.provider-exists': { status: 409, text: texts['catalogue.provider-exists'] },
  'admin.changed-meanwhile': { status: 409, text: enterpriseTexts['console.changed-meanwhile'] },
  'admin.identity-locked': { status: 409, text: texts['console.identity-locked'] },
} as const satisfies RefusalTable;

/** The refusals of this module: its own codes and those of platform. */
export class Refusal extends refusalsOf(adminRefusals) {}
