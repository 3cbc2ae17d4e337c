import {
  type ConstraintRefusals,
  type RefusalCodeOf,
  type RefusalTable,
  refusalsOf,
} from '#modules/platform/index.ts';
import { networkTexts as texts } from './texts.ts';

export const networkRefusals = {
  'network.shieldid-not-found': { status: 404, text: texts['search.not-found'] },
  'network.shieldlinkid-not-found': { status: 404, text: texts['search.shieldlink-not-found'] },
  'network.invalid-email': { status: 400, text: texts['search.invalid-email'] },
  'network.own-id': { status: 400, text: texts['search.own'] },
  'network.access-requested': { status: 409, text: texts['search.access-requested-before'] },
  'network.access-not-needed': { status: 409, text: texts['search.access-not-needed'] },
  'network.accept-no-score': { status: 409, text: texts['invitations.no-score'] },
  'network.accept-check-first': { status: 409, text: texts['invitations.check-first'] },
  'network.accept-company-only': { status: 409, text: texts['invitations.company-only'] },
  'network.accept-no-company': { status: 409, text: texts['invitations.no-company'] },
  'network.accept-no-shieldlink': { status: 409, text: texts['invitations.no-shieldlink'] },
  'network.accept-company-twice': { status: 409, text: texts['invitations.company-twice'] },
  'network.shieldlink-off': { status: 403, text: texts['invitations.shieldlink-off'] },
  'network.invitation-closed': { status: 409, text: texts['invitations.closed'] },
  'network.invitation-expired': { status: 409, text: texts['invitations.expired'] },
  'network.invited-account': { status: 409, text: texts['invitations.other-account'] },
  'network.own-invitation-asked': { status: 409, text: texts['invitations.own-asked'] },
  'network.own-invitation-needless': { status: 409, text: texts['invitations.own-needless'] },
  'network.center-proof-needed': { status: 403, text: texts['center.proof-needed'] },
  'network.center-none-accepted': { status: 409, text: texts['center.none-accepted'] },
  'network.coupon-not-allowed': { status: 403, text: texts['invitations.coupon-not-allowed'] },
  'network.share-no-score': { status: 409, text: texts['share.no-score'] },
  'network.share-held': { status: 409, text: texts['share.held'] },
  'network.share-under-review': { status: 409, text: texts['share.under-review'] },
  'network.share-off': { status: 409, text: texts['share.off'] },
  'network.share-too-many': { status: 409, text: texts['share.too-many'] },
  'network.alert-rule-scores': { status: 400, text: texts['alerts.rule-scores'] },
  'network.exception-date': { status: 400, text: texts['alerts.exception-date'] },
  'network.exception-open': { status: 409, text: texts['alerts.exception-open'] },
  'network.purpose-needed': { status: 409, text: texts['report.purpose-needed'] },
  'network.sms-number-mismatch': { status: 400, text: texts['sms.number-mismatch'] },
  'network.sms-code-mismatch': { status: 400, text: texts['sms.code-mismatch'] },
  'network.sms-no-number': { status: 409, text: texts['sms.no-number'] },
  'network.sms-no-score': { status: 409, text: texts['sms.no-score'] },
  'network.sms-company': { status: 409, text: texts['sms.company'] },
  'network.sms-closed': { status: 409, text: texts['sms.closed'] },
  'network.sms-expired': { status: 409, text: texts['sms.expired'] },
  'network.sms-code-over': { status: 409, text: texts['sms.code-over'] },
  'network.sms-busy': { status: 409, text: texts['sms.busy'] },
  'network.sms-locked': { status: 429, text: texts['sms.locked'] },
  'network.sms-sends-used': { status: 429, text: texts['sms.sends-used'] },
  'network.bulk-unmapped': { status: 400, text: texts['bulk.unmapped'] },
  'network.bulk-no-records': { status: 400, text: texts['bulk.no-records'] },
  'network.bulk-too-large': { status: 400, text: texts['bulk.too-large'] },
  'network.bulk-old-excel': { status: 400, text: texts['bulk.old-excel'] },
  'network.bulk-encrypted': { status: 400, text: texts['bulk.encrypted'] },
  'network.bulk-unreadable': { status: 400, text: texts['bulk.unreadable'] },
  'network.bulk-too-complex': { status: 400, text: texts['bulk.too-complex'] },
  'network.bulk-column-twice': { status: 400, text: texts['bulk.column-twice'] },
  'network.bulk-columns-changed': { status: 400, text: texts['bulk.columns-changed'] },
  'network.bulk-file-gone': { status: 410, text: texts['bulk.file-gone'] },
  'network.bulk-check-first': { status: 409, text: texts['bulk.check-first'] },
  'network.bulk-nobody': { status: 409, text: texts['bulk.nobody'] },
  'network.bulk-started': { status: 409, text: texts['bulk.started'] },
  'network.bulk-not-sending': { status: 409, text: texts['bulk.not-sending'] },
  'network.bulk-confirm-most': { status: 409, text: texts['bulk.confirm-most'] },
  'network.not-in-this-state': { status: 409, text: texts['network.not-in-this-state'] },
  'network.cursor-unknown': { status: 400, text: texts['network.cursor-unknown'] },
} as const satisfies RefusalTable;

export type NetworkRefusalCode = RefusalCodeOf<typeof networkRefusals>;

/** The refusals of this module: its own codes and those of platform. */
export class Refusal extends refusalsOf(networkRefusals) {}

/** For a race that gets past the check and is stopped by the constraint. */
export const networkConstraints = {
  sms_acceptance_waiting_key: (options) => new Refusal('network.sms-busy', options),
  connection_live_company_key: (options) => new Refusal('network.accept-company-twice', options),
} satisfies ConstraintRefusals;
