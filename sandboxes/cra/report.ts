import { Sheet } from '#modules/applications/index.ts';
import { formatDate, type Grade } from '#modules/platform/browser.ts';
import { dayOf, findingsFor, type Searched } from './outcomes.ts';
import type { Screening } from './screening-row.ts';

/** The sandbox's report about a completed check, as a PDF. */
export async function renderReport(
  screening: Screening,
  { name, addresses }: { name: string; addresses: Searched['addresses'] },
  now: Date,
): Promise<Buffer> {
  const grade = screening.outcome as Grade;
  const sheet = await Sheet.begin({ title: 'Consumer report', author: 'Sandbox CRA', made: now });
  sheet.faint('Made by the sandbox agency of a development portal. Nobody was checked.');
  sheet.facts([
    ['Profile number', screening.profile_number],
    ['Subject', name],
    ['Product', screening.product],
    ['Ordered', formatDate(screening.created_at)],
    ['Completed', formatDate(now)],
    ['Score', grade],
  ]);
  sheet.section('Searches and results');
  for (const { search, scope, places, result, records } of findingsFor(grade, {
    addresses,
    completedOn: dayOf(now),
  })) {
    sheet.facts([[search, result]]);
    sheet.faint([scope, ...places].join(', '));
    for (const { description, place, recorded_on } of records) {
      sheet.paragraph(
        [description, place, recorded_on && formatDate(recorded_on)].filter(Boolean).join(', '),
      );
    }
  }
  sheet.section('Your rights');
  sheet.paragraph(
    'You may dispute anything in this report that you believe is wrong or incomplete. The agency looks into it free of charge and answers within 30 days.',
  );
  return sheet.finish(`Profile ${screening.profile_number}`);
}
