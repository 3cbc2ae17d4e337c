/** The forms of enterprise: the fields of fields.ts, checked by both the browser and the server. */
import { proofFields } from '#modules/identity/fields.ts';
import { evenWithErrors, form } from '#modules/platform/fields/form.ts';
import {
  apiKeyFields,
  apiScopes,
  companyBrandFields,
  companyDetailsFields,
  companyFeatureFields,
  companyFields,
  companySettingsFields,
  dashboardFields,
  portalBrandFields,
  releaseNoteFields,
  supportFields,
  teamInviteFields,
  teamOwnerFields,
  teamRoleFields,
  teamSeenFields,
  tourEndFields,
  tourTextsFields,
  webhookEvents,
  webhookEventsFields,
  webhookFields,
  webhookRowFields,
} from './fields.ts';
import { enterpriseTexts } from './texts.ts';

export const supportForm = form(supportFields);
export const companyForm = form(companyFields);
export const companyDetailsForm = form(companyDetailsFields);
export const companyFeatureForm = form(companyFeatureFields);
export const companySettingsForm = form(companySettingsFields);
export const teamInviteForm = form(teamInviteFields);
export const teamRoleForm = form(teamRoleFields, (schema) =>
  schema.refine(({ role, issue_coupons }) => role === 'admin' || !issue_coupons, {
    ...evenWithErrors,
    path: ['issue_coupons'],
    message: enterpriseTexts['team.coupons-admins-only'],
  }),
);
export const apiKeyForm = form({ ...apiKeyFields, ...proofFields }, (schema) =>
  schema
    .refine(({ scopes }) => scopes.every((scope) => Object.hasOwn(apiScopes, scope)), {
      path: ['scopes'],
      message: enterpriseTexts['api-keys.no-scope'],
    })
    .refine(({ scopes }) => scopes.length > 0, {
      ...evenWithErrors,
      path: ['scopes'],
      message: enterpriseTexts['api-keys.no-scope'],
    }),
);

const hasEvents = {
  ...evenWithErrors,
  path: ['events'],
  message: enterpriseTexts['webhooks.no-event'],
};
const areEvents = ({ events }: { events: string[] }) =>
  events.length > 0 && events.every((event) => Object.hasOwn(webhookEvents, event));
export const webhookForm = form({ ...webhookFields, ...proofFields }, (schema) =>
  schema.refine(areEvents, hasEvents),
);
export const webhookRowForm = form(webhookRowFields);
export const webhookEventsForm = form({ ...webhookEventsFields, ...proofFields }, (schema) =>
  schema.refine(areEvents, hasEvents),
);
export const teamOwnerForm = form(teamOwnerFields);
export const teamSeenForm = form(teamSeenFields);
export const companyBrandForm = form(companyBrandFields);
export const portalBrandForm = form(portalBrandFields);
export const dashboardForm = form(dashboardFields);
export const tourTextsForm = form(tourTextsFields);
export const tourEndForm = form(tourEndFields);
export const releaseNoteForm = form(releaseNoteFields);
