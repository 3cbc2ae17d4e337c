import { addressFields, jurisdictionsFields, nameFields } from '#modules/applications/fields.ts';
import { formatDate } from '#modules/platform/browser.ts';
import type { AnyField, Fields } from '#modules/platform/fields/field.ts';
import type { StepData } from './step-data.ts';

/** The steps whose form can be saved unfinished, with their fields. */
export const draftedSteps = {
  jurisdictions: jurisdictionsFields,
  name: nameFields,
  address: addressFields,
} as const satisfies Record<string, Fields>;

export type DraftedStep = keyof typeof draftedSteps;

export function isDrafted(step: unknown): step is DraftedStep {
  return typeof step === 'string' && Object.hasOwn(draftedSteps, step);
}

type Page = Pick<StepData, 'draft' | 'profile' | 'jurisdiction_list' | 'no_jurisdictions'>;

/** The initial values of a step's form: those of the draft, or else what was saved. They never contain secrets. */
export function valuesOf(step: DraftedStep, page: Page): Record<string, unknown> {
  if (page.draft) return page.draft;
  if (step === 'jurisdictions') {
    const chosen = page.jurisdiction_list.filter(({ selected }) => selected).map(({ abbr }) => abbr);
    return { selected_jurisdictions: chosen, none: page.no_jurisdictions };
  }
  const { ssn: _, ...profile } = page.profile ?? { ssn: null, dateofbirth: null };
  const birth = profile.dateofbirth ? formatDate(profile.dateofbirth) : '';
  return step === 'name' ? { ...profile, dateofbirth: birth, confirmdateofbirth: birth } : profile;
}

/** Whether two sets of values of a form are the same. A missing field counts as empty. */
export function isSame(
  fields: Fields,
  one: Record<string, unknown>,
  other: Record<string, unknown>,
): boolean {
  return Object.entries(fields).every(([name, field]) => {
    if ('secret' in field && field.secret) return true;
    return isSameValue(field, one[name], other[name]);
  });
}

function isSameValue(field: AnyField, one: unknown, other: unknown): boolean {
  if (field.kind === 'rows') {
    const [rows, others] = [listOf(one), listOf(other)];
    return (
      rows.length === others.length &&
      rows.every((row, at) => isSame(field.of, recordOf(row), recordOf(others[at])))
    );
  }
  if (field.kind === 'many')
    return listOf(one).map(String).sort().join() === listOf(other).map(String).sort().join();
  if (field.kind === 'tick') return isTicked(one) === isTicked(other);
  return String(one ?? '') === String(other ?? '');
}

function isTicked(value: unknown): boolean {
  return value === true || value === 'on' || value === 'YES' || value === 'true';
}

function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
