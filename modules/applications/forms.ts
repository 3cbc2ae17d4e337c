/** The applicant's forms: the fields of fields.ts with the rules between them, for the browser's check and the server. */
import type { z } from 'zod';
import { form } from '#modules/platform/fields/form.ts';
import {
  addressFields,
  addressHistoryYears,
  approvalProofFields,
  consentFields,
  firstNameFields,
  jurisdictionsFields,
  nameFields,
  scoreErrorFields,
  scoreReviewFields,
  scoreSharingFields,
  scoreTermsFields,
} from './fields.ts';
import { applicationsTexts } from './texts.ts';

function sameNumberAndDate(
  value: Record<'ssn' | 'confirmssn' | 'dateofbirth' | 'confirmdateofbirth', string>,
  context: z.RefinementCtx,
): void {
  if (value.ssn !== value.confirmssn) {
    context.addIssue({ code: 'custom', path: ['confirmssn'], message: 'The two numbers are not the same' });
  }
  if (value.dateofbirth !== value.confirmdateofbirth) {
    context.addIssue({
      code: 'custom',
      path: ['confirmdateofbirth'],
      message: 'The two dates are not the same',
    });
  }
}

export const nameForm = form(nameFields, (schema) => schema.superRefine(sameNumberAndDate));
export const firstNameForm = form(firstNameFields, (schema) => schema.superRefine(sameNumberAndDate));

export const addressForm = form(addressFields, (schema) =>
  schema.superRefine((value, context) => {
    const others = value.previous_addresses.length > 0;
    if (value.na_previous_addresses === others) {
      context.addIssue({
        code: 'custom',
        path: ['na_previous_addresses'],
        message: others
          ? 'You listed another address: take it away, or leave this box empty'
          : `Add where else you lived in the last ${addressHistoryYears} years, or say that there is no other address`,
      });
    }
  }),
);

export const consentForm = form(consentFields);

/** The consent step as the browser checks it: what this very document asks for. */
export function consentFormFor(asks: { acknowledgement: boolean; signature: boolean }) {
  return form(consentFields, (schema) =>
    schema.superRefine((value, context) => {
      if (asks.acknowledgement && !value.consent_acknowledged) {
        const message = applicationsTexts['application.acknowledgement-needed'];
        context.addIssue({ code: 'custom', path: ['consent_acknowledged'], message });
      }
      if (asks.signature && !value.signature_encoded && !value.typed_name) {
        const message = applicationsTexts['application.signature-needed'];
        context.addIssue({ code: 'custom', path: ['signature_encoded'], message });
      }
    }),
  );
}

export const jurisdictionsForm = form(jurisdictionsFields, (schema) =>
  schema.refine((value) => value.none !== value.selected_jurisdictions.length > 0, {
    path: ['selected_jurisdictions'],
    message: applicationsTexts['application.jurisdictions-needed'],
  }),
);

export const scoreTermsForm = form(scoreTermsFields);
export const scoreReviewForm = form(scoreReviewFields);
export const scoreErrorForm = form(scoreErrorFields);
export const scoreSharingForm = form(scoreSharingFields);
export const approvalProofForm = form(approvalProofFields);
