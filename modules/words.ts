import { adminLimits, adminTimings } from './admin/limits.ts';
import { adminRefusals } from './admin/refusals.ts';
import { adminTexts } from './admin/texts.ts';
import { applicationsLimits, applicationsTimings } from './applications/limits.ts';
import { applicationsRefusals } from './applications/refusals.ts';
import { applicationsTexts } from './applications/texts.ts';
import { enterpriseTimings } from './enterprise/limits.ts';
import { enterpriseRefusals } from './enterprise/refusals.ts';
import { enterpriseTexts } from './enterprise/texts.ts';
import { identityLimits, identityTimings } from './identity/limits.ts';
import { identityRefusals } from './identity/refusals.ts';
import { identityTexts } from './identity/texts.ts';
import { networkLimits, networkTimings } from './network/limits.ts';
import { networkRefusals } from './network/refusals.ts';
import { networkTexts } from './network/texts.ts';
import { platformRefusals, type Refusal } from './platform/index.ts';
import { platformLimits, platformTimings } from './platform/limits.ts';
import { platformTexts } from './platform/texts.ts';
import { purchasingLimits } from './purchasing/limits.ts';
import { purchasingRefusals } from './purchasing/refusals.ts';
import { purchasingTexts } from './purchasing/texts.ts';

/*
 * Every text, limit, timing and refusal of the portal, combined from the modules' own tables, for pages, calls, tests
 * and documentation. A module reads only its own tables and those of lower modules, never this file.
 */

/** Whole texts, by key (D8). */
export const texts = {
  ...platformTexts,
  ...identityTexts,
  ...enterpriseTexts,
  ...applicationsTexts,
  ...purchasingTexts,
  ...networkTexts,
  ...adminTexts,
};

/** Counts, lengths and amounts. The last word of each key is the unit. */
export const limits = {
  ...platformLimits,
  ...identityLimits,
  ...applicationsLimits,
  ...purchasingLimits,
  ...networkLimits,
  ...adminLimits,
};

/** In milliseconds. */
export const timings = {
  ...platformTimings,
  ...identityTimings,
  ...enterpriseTimings,
  ...applicationsTimings,
  ...networkTimings,
  ...adminTimings,
};

/** The answer for each refusal, by its code. */
export const refusals = {
  ...platformRefusals,
  ...identityRefusals,
  ...enterpriseRefusals,
  ...applicationsRefusals,
  ...purchasingRefusals,
  ...networkRefusals,
  ...adminRefusals,
};

export type TextKey = keyof typeof texts;
export type RefusalCode = keyof typeof refusals;

const isDeclared = (code: string): code is RefusalCode => Object.hasOwn(refusals, code);

/**
 * The code of a refusal, for tables with codes.
 * @throws Error if the module's table is missing above
 */
export function refusalCode({ code }: Refusal): RefusalCode {
  if (!isDeclared(code))
    throw new Error(`${code} is not in modules/words.ts: add its module's refusals there`);
  return code;
}
