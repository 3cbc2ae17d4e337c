/** The forms of enterprise: the fields of fields.ts, for the browser's check and the server. */
import { form } from '#modules/platform/fields/form.ts';
import {
  companyBrandFields,
  companyDetailsFields,
  companyFeatureFields,
  companyFields,
  companySettingsFields,
  dashboardFields,
  portalBrandFields,
  releaseNoteFields,
  supportFields,
  tourEndFields,
  tourTextsFields,
} from './fields.ts';

export const supportForm = form(supportFields);
export const companyForm = form(companyFields);
export const companyDetailsForm = form(companyDetailsFields);
export const companyFeatureForm = form(companyFeatureFields);
export const companySettingsForm = form(companySettingsFields);
export const companyBrandForm = form(companyBrandFields);
export const portalBrandForm = form(portalBrandFields);
export const dashboardForm = form(dashboardFields);
export const tourTextsForm = form(tourTextsFields);
export const tourEndForm = form(tourEndFields);
export const releaseNoteForm = form(releaseNoteFields);
