import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import type { Fields } from '#modules/platform/fields/field.ts';
import type { FormResult } from '../../components/index.ts';
import { Facts } from '../../components/index.ts';

interface ChangedMeanwhileProps {
  fields: Fields;
  /** What is stored now. */
  saved: Record<string, unknown>;
  /** The action's answer to the form. */
  result: unknown;
}

/** Where somebody else has saved the section meanwhile: what is stored now, of the fields that were typed otherwise. */
export function ChangedMeanwhile({ fields, saved, result }: ChangedMeanwhileProps) {
  const { error, initialValue: typed } = (result ?? {}) as Partial<FormResult>;
  if (!error?.['']?.includes(enterpriseTexts['console.changed-meanwhile'])) return null;
  const rows = Object.entries(fields).flatMap(([name, field]) => {
    const [now, mine] = [words(saved[name]), words(typed?.[name])];
    return field.label === '' || now === mine ? [] : [[field.label, now || 'Empty'] as const];
  });
  return (
    <section className="stack stack-8" aria-label="Saved meanwhile">
      <b>Saved meanwhile</b>
      <Facts facts={rows} />
    </section>
  );
}

/** A checked box is sent as 'on'. */
function words(value: unknown): string {
  if (value === true || value === 'on') return 'On';
  if (value === false || value === undefined || value === null) return '';
  return String(value).slice(0, 200);
}
