/**
 * The applicant's forms: the fields of fields.ts with the rules between them, checked by both the browser and the
 * server.
 */
import type { z } from 'zod';
import { evenWithErrors, form, sameTwice } from '#modules/platform/fields/form.ts';
import {
  addressFields,
  addressHistoryYears,
  approvalProofFields,
  blockFields,
  consentFields,
  disputeFields,
  disputeMessageFields,
  disputeStatementFields,
  firstNameFields,
  jurisdictionsFields,
  linkAccountFields,
  monitoringFields,
  nameFields,
  packageDecisionFields,
  packageIntakeFields,
  scoreReviewFields,
  scoreSharingFields,
  scoreTermsFields,
  statementWords,
  textUpdatesFields,
  verificationFields,
} from './fields.ts';
import { applicationsTexts } from './texts.ts';

const sameNumber = sameTwice('ssn', 'confirmssn', 'The two numbers are not the same');
const sameDate = sameTwice('dateofbirth', 'confirmdateofbirth', 'The two dates are not the same');

function sameNumberAndDate(
  value: Record<'ssn' | 'confirmssn' | 'dateofbirth' | 'confirmdateofbirth', string>,
  context: z.RefinementCtx,
): void {
  sameNumber(value, context);
  sameDate(value, context);
}

/** Two letters and nine digits. A former number may lack our check digit. */
export const linkAccountForm = form(linkAccountFields, (schema) =>
  schema.superRefine(({ shieldid }, context) => {
    if (/^[A-Za-z]{2}\d{9}$/.test(shieldid)) return;
    context.addIssue({ code: 'custom', path: ['shieldid'], message: 'Enter two letters and nine digits' });
  }, evenWithErrors),
);

export const nameForm = form(nameFields, (schema) => schema.superRefine(sameNumberAndDate, evenWithErrors));
export const firstNameForm = form(firstNameFields, (schema) =>
  schema.superRefine(sameNumberAndDate, evenWithErrors),
);

export const addressForm = form(addressFields, (schema) =>
  schema.superRefine((value, context) => {
    const others = Array.isArray(value.previous_addresses) && value.previous_addresses.length > 0;
    if (value.na_previous_addresses === others) {
      context.addIssue({
        code: 'custom',
        path: ['na_previous_addresses'],
        message: others
          ? 'You listed another address: remove it, or uncheck this box'
          : `Add where else you lived in the last ${addressHistoryYears} years, or say that there is no other address`,
      });
    }
  }, evenWithErrors),
);

export const consentForm = form(consentFields);

/** The consent step as the browser checks it: only what this document requires. */
export function consentFormFor(asks: { acknowledgement: boolean; signature: boolean }) {
  return form(consentFields, (schema) =>
    schema.superRefine((value, context) => {
      if (asks.acknowledgement && !value.consent_acknowledged) {
        const message = applicationsTexts['application.acknowledgement-needed'];
        context.addIssue({ code: 'custom', path: ['consent_acknowledged'], message });
      }
      const isSigned = value.signature_encoded || value.typed_name || value.use_saved_signature;
      if (asks.signature && !isSigned) {
        const message = applicationsTexts['application.signature-needed'];
        context.addIssue({ code: 'custom', path: ['signature_encoded'], message });
      }
    }, evenWithErrors),
  );
}

export const jurisdictionsForm = form(jurisdictionsFields, (schema) =>
  schema.superRefine(({ none, selected_jurisdictions: chosen }, context) => {
    if (none !== chosen.length > 0) return;
    const message =
      applicationsTexts[none ? 'application.jurisdictions-both' : 'application.jurisdictions-needed'];
    context.addIssue({ code: 'custom', path: ['selected_jurisdictions'], message });
  }),
);

export const verificationForm = form(verificationFields);
export const packageDecisionForm = form(packageDecisionFields);
export const packageIntakeForm = form(packageIntakeFields);
export const scoreTermsForm = form(scoreTermsFields);
export const scoreReviewForm = form(scoreReviewFields);
export const disputeForm = form(disputeFields);
export const blockForm = form(blockFields, (schema) =>
  schema.refine(({ items }) => items.length > 0, {
    path: ['items'],
    message: applicationsTexts['block.items-needed'],
  }),
);
export const disputeMessageForm = form(disputeMessageFields);
export const disputeStatementForm = form(disputeStatementFields, (schema) =>
  schema.refine(({ statement }) => statement.trim().split(/\s+/).length <= statementWords, {
    path: ['statement'],
    message: `Use ${statementWords} words or fewer`,
  }),
);
export const scoreSharingForm = form(scoreSharingFields);
export const monitoringForm = form(monitoringFields);
export const textUpdatesForm = form(textUpdatesFields);
export const approvalProofForm = form(approvalProofFields);
