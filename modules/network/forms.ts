import { z } from 'zod';
import { form } from '#modules/platform/fields/form.ts';
import {
  acceptFields,
  adverseFields,
  alertSubscriptionFields,
  attestationFields,
  bulkColumnsFields,
  bulkLimitFields,
  bulkStartFields,
  bulkUploadFields,
  centerFields,
  centerIgnoreFields,
  centerOffFields,
  columnKinds,
  complianceRuleFields,
  exceptionFields,
  inviteCompanyFields,
  inviteFields,
  postingFields,
  rowFields,
  rowSwitchFields,
  ruleScores,
  shareByEmailFields,
  shareLinkFields,
  smsCodeFields,
  smsNumberFields,
} from './fields.ts';
import { networkTexts } from './texts.ts';

export const inviteForm = form(inviteFields);
export const inviteCompanyForm = form(inviteCompanyFields);
export const acceptForm = form(acceptFields);
export const centerForm = form(centerFields, (center) =>
  center.refine(({ invites }) => invites.length > 0, {
    path: ['invites'],
    message: networkTexts['center.none-selected'],
  }),
);
export const centerIgnoreForm = form(centerIgnoreFields);
export const centerOffForm = form(centerOffFields);
export const shareByEmailForm = form(shareByEmailFields);
export const shareLinkForm = form(shareLinkFields);
export const smsNumberForm = form(smsNumberFields);
export const smsCodeForm = form(smsCodeFields);
export const attestationForm = form(attestationFields);
export const alertSubscriptionForm = form(alertSubscriptionFields);

export const complianceRuleForm = form(complianceRuleFields, (schema) =>
  schema.refine(({ minscore, maxscore }) => ruleScores.indexOf(minscore) <= ruleScores.indexOf(maxscore), {
    path: ['maxscore'],
    message: networkTexts['alerts.rule-scores'],
  }),
);

export const adverseForm = form(adverseFields);
export const postingForm = form(postingFields);

export const exceptionForm = form(exceptionFields, (schema) =>
  schema.extend({ connectionid: z.uuid({ error: 'Choose a person' }) }),
);

export const rowForm = form(rowFields);
export const rowSwitchForm = form(rowSwitchFields);

export const bulkUploadForm = form(bulkUploadFields);
export const bulkColumnsForm = form(bulkColumnsFields, (schema) =>
  schema.extend({ columns: z.array(z.enum(columnKinds)) }),
);
export const bulkLimitForm = form(bulkLimitFields);

/** What coupons can cost is confirmed before they are sent (D132). */
export const bulkStartForm = form(bulkStartFields, (schema) =>
  schema.refine(({ coupon_most, confirmed }) => coupon_most === undefined || confirmed, {
    path: ['confirmed'],
    message: networkTexts['bulk.confirm'],
  }),
);
