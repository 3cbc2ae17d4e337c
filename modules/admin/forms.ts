/** The forms of the staff console, checked by both the browser and the server. Their fields are in fields.ts. */
import { wrongDecisionNote } from '#modules/applications/fields.ts';
import { applicationsTexts } from '#modules/applications/texts.ts';
import { readDays, wrongDays } from '#modules/platform/fields/days.ts';
import { form } from '#modules/platform/fields/form.ts';
import {
  adminNoteFields,
  alertAssignmentFields,
  alertClosingFields,
  alertDismissalFields,
  blockDecisionFields,
  blockRescissionFields,
  cataloguePackageFields,
  catalogueProviderFields,
  catalogueStepsFields,
  checkActivationFields,
  companyOwnerFields,
  companyPackagesFields,
  companyTeamInviteFields,
  consentDraftFields,
  controlChangeFields,
  controlDecisionFields,
  digestFields,
  disputeDecisionFields,
  disputeReplyFields,
  expirationFields,
  identityCorrectionFields,
  idReviewFields,
  jobFields,
  jurisdictionFields,
  legacyLinkFields,
  limitFields,
  linkChecksFields,
  lockedUserFields,
  monitoringIdsFields,
  monitoringUpdateFields,
  privacyAnswerFields,
  privacyClosingFields,
  proofAllowanceFields,
  providerFields,
  reasonFields,
  refundDecisionFields,
  refundFields,
  reportFetchFields,
  reportReasonFields,
  reviewGoalFields,
  scoreDecisionFields,
  shieldIdsFields,
  ssnReleaseFields,
  ssnReturnFields,
  ssnRevealFields,
  suppressionLiftFields,
  switchedFields,
  termsTextFields,
  userFields,
  userPrivacyFields,
  userSessionFields,
} from './fields.ts';
import { dayFields, dayRules } from './statuses.ts';

/** At least one id. */
export const monitoringIdsForm = form(monitoringIdsFields, (schema) =>
  schema.refine(({ monitoringids }) => monitoringids.length > 0, {
    path: ['monitoringids'],
    message: 'Choose at least one id',
  }),
);
export const disputeReplyForm = form(disputeReplyFields);
export const blockDecisionForm = form(blockDecisionFields);
export const blockRescissionForm = form(blockRescissionFields);
/** A correction needs the agency's score. It is asked for before the decision has to be confirmed. */
export const disputeDecisionForm = form(disputeDecisionFields, (schema) =>
  schema.refine(({ outcome, score }) => outcome !== 'corrected' || Boolean(score), {
    path: ['score'],
    message: applicationsTexts['dispute.score-needed'],
  }),
);
export const monitoringUpdateForm = form(monitoringUpdateFields);
export const digestForm = form(digestFields);
export const limitForm = form(limitFields, (schema) =>
  schema.superRefine((typed, context) => {
    for (const field of dayFields)
      if (!readDays(typed[field], dayRules[field]))
        context.addIssue({ code: 'custom', path: [field], message: wrongDays(dayRules[field]) });
  }),
);
export const reviewGoalForm = form(reviewGoalFields);
export const adminNoteForm = form(adminNoteFields);
export const companyTeamInviteForm = form(companyTeamInviteFields);
export const companyOwnerForm = form(companyOwnerFields);
export const alertAssignmentForm = form(alertAssignmentFields);
export const alertClosingForm = form(alertClosingFields);
export const alertDismissalForm = form(alertDismissalFields);
export const proofAllowanceForm = form(proofAllowanceFields);
/** A page's button that acts on what the page shows. */
export const seenForm = form({ seen: termsTextFields.seen });
export const termsTextForm = form(termsTextFields);
export const identityCorrectionForm = form(identityCorrectionFields);
/** How long the note is depends on the decision. It is looked at before the decision has to be confirmed. */
export const idReviewForm = form(idReviewFields, (schema) =>
  schema.superRefine(({ approve_verification, approval_note }, context) => {
    const message = wrongDecisionNote(approve_verification === 'YES', approval_note);
    if (message) context.addIssue({ code: 'custom', path: ['approval_note'], message });
  }),
);
export const userForm = form(userFields);
export const lockedUserForm = form(lockedUserFields);
export const userPrivacyForm = form(userPrivacyFields);
export const userSessionForm = form(userSessionFields);
export const expirationForm = form(expirationFields);
export const checkActivationForm = form(checkActivationFields);
export const legacyLinkForm = form(legacyLinkFields);
export const linkChecksForm = form(linkChecksFields);
export const reportFetchForm = form(reportFetchFields);
export const reportReasonForm = form(reportReasonFields);
export const scoreDecisionForm = form(scoreDecisionFields);
export const shieldIdsForm = form(shieldIdsFields);
export const ssnReleaseForm = form(ssnReleaseFields);
export const ssnReturnForm = form(ssnReturnFields);
export const ssnRevealForm = form(ssnRevealFields);
export const suppressionLiftForm = form(suppressionLiftFields);
export const switchedForm = form(switchedFields);
export const privacyAnswerForm = form(privacyAnswerFields);
export const privacyClosingForm = form(privacyClosingFields);

/** An amount is required for another amount than the full one. For the full one there must be none: what is typed counts. */
export const refundForm = form(refundFields, (schema) =>
  schema.superRefine(({ extent, refundamount }, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['refundamount'], message });
    if (extent === 'partial' && refundamount === '') refuse('Enter the amount');
    if (extent === 'full' && refundamount !== '')
      refuse('To refund this amount, choose Other amount. For the full amount, leave it empty.');
  }),
);
export const providerForm = form(providerFields);
export const jobForm = form(jobFields);
export const reasonForm = form(reasonFields);
export const refundDecisionForm = form(refundDecisionFields);
export const controlChangeForm = form(controlChangeFields);
export const controlDecisionForm = form(controlDecisionFields);
export const cataloguePackageForm = form(cataloguePackageFields);
export const catalogueStepsForm = form(catalogueStepsFields);
export const catalogueProviderForm = form(catalogueProviderFields);
export const jurisdictionForm = form(jurisdictionFields);
export const consentDraftForm = form(consentDraftFields);

/** The package to be offered first must be among those offered. */
export const companyPackagesForm = form(companyPackagesFields, (schema) =>
  schema.refine(({ offered, first }) => first === '' || offered.includes(first), {
    path: ['first'],
    message: 'Choose a package that is offered',
  }),
);
