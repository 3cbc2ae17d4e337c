import { useContext } from 'react';
import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import type { Fields } from '#modules/platform/fields/field.ts';
import { Facts, FormContext } from '../../components/index.ts';

interface ChangedMeanwhileProps {
  fields: Fields;
  /** What is stored now. */
  saved: Record<string, unknown>;
}

/**
 * For use inside a form. If somebody else saved the section in the meantime, it shows the stored values of the fields
 * that differ from what was typed.
 */
export function ChangedMeanwhile({ fields, saved }: ChangedMeanwhileProps) {
  const form = useContext(FormContext);
  if (!form?.errors['']?.includes(enterpriseTexts['console.changed-meanwhile'])) return null;
  const rows = Object.entries(fields).flatMap(([name, field]) => {
    const [now, mine] = [words(saved[name]), words(form.values[name])];
    return field.label === '' || now === mine ? [] : [[field.label, now || 'Empty'] as const];
  });
  return (
    <section className="stack stack-8" aria-label="Saved by someone else">
      <b>Saved by someone else</b>
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
