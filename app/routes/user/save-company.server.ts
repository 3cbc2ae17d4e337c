import { data, redirect } from '@remix-run/node';
import { companySettingsFields } from '#modules/enterprise/fields.ts';
import { companySettingsForm } from '#modules/enterprise/forms.ts';
import { saveCompanyProfile } from '#modules/enterprise/index.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import { Refusal, storedText } from '#modules/platform/index.ts';
import { type ReadActionArgs, submit } from '../../action.server.ts';
import { attempt, errorPage, requireAllowed } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { keeping } from '../../kept-text.server.ts';
import { seenPrefix } from './profile-intents.ts';
import type { Saved } from './saved-field.tsx';

type SettingName = keyof typeof companySettingsFields;
type Texts = Partial<Record<SettingName, string>>;
type Shown = Omit<Texts, 'tax_id'>;

const names = Object.keys(companySettingsFields) as SettingName[];

/** Saves all of the company's settings. Used without script. */
export function saveCompany(args: ReadActionArgs) {
  const seen = shownBy(args.formData);
  return submit(args, {
    form: companySettingsForm,
    operation: saveCompanyProfile,
    input: (value) => ({ ...value, permissible_purpose: value.permissible_purpose ?? '', seen }),
    done: () => {
      flash(args.context.visit, 'Company settings saved');
      return redirect('/user/profile/company');
    },
  });
}

/** The value that the page showed for each field, from its hidden inputs. */
function shownBy(form: FormData): Shown {
  const shown: Texts = {};
  for (const name of names) {
    const value = form.get(seenPrefix + name);
    if (typeof value === 'string') shown[name] = value;
  }
  const { tax_id: _secret, ...rest } = shown;
  return rest;
}

/** Saves one of the company's settings, unless somebody else has changed it since the page showed it. */
export async function saveCompanyField(args: ReadActionArgs) {
  const read = (name: string) => String(args.formData.get(name) ?? '');
  const field = names.find((name) => name === read('field'));
  const typed = { fields: companySettingsFields, payload: () => (field ? { [field]: read('value') } : {}) };
  await keeping(args, typed, () => requireAllowed(args, saveCompanyProfile));
  if (!field) throw errorPage(new Refusal('invalid-input', { detail: 'unknown field' }));
  const only = (value: string): Texts => ({ [field]: value });
  const seen: Shown = field === 'tax_id' ? {} : only(read('seen'));
  const saved = await attempt(args, saveCompanyProfile, { ...only(read('value')), seen });
  if (saved.ok) {
    const stored = storedText(companySettingsFields[field], read('value'));
    return data({ field, error: null, stored } satisfies Saved);
  }
  const { text, status, options } = saved.refusal;
  const elsewhere = saved.code === 'enterprise.changed-meanwhile';
  const error = elsewhere
    ? identityTexts['profile.changed-elsewhere']
    : (options.issues?.[field]?.[0] ?? text);
  return data({ field, error, stored: null } satisfies Saved, { status });
}
