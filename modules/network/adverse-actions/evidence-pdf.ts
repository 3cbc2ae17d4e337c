import { Sheet } from '#modules/applications/index.ts';
import type { Letterhead } from '#modules/enterprise/index.ts';
import { formatDate, formatMoment } from '#modules/platform/index.ts';
import { adverseEvidenceLabels, adverseStateLabels } from '../statuses.ts';
import type { Evidence } from './evidence-file.ts';
import { writeNotice } from './notice-pdf.ts';

/** The evidence of an adverse action to read and print, with every hash. Times are those of the place of work. */
export async function writeEvidencePdf(
  { case: about, pauses, notices, entries, made_at }: Evidence,
  letterhead: Letterhead,
): Promise<Buffer> {
  const time = (at: string | null) => (at ? formatMoment(new Date(at), about.time_zone) : '');
  const title = `Evidence of adverse action ${about.number}`;
  const sheet = await Sheet.begin({ title, author: letterhead.name, made: new Date(made_at) }, letterhead);
  sheet.facts([
    ['Company', about.company],
    ['Person', about.person],
    ['Possible decision', `Not to ${about.decision}`],
    ['Because of', about.results.map(({ search }) => search).join(', ') || 'The score alone'],
    ['Place of work', about.place],
    ['Minimum wait', `${about.wait_days} days`],
    ['Started', time(about.started_at)],
    ['Notice delivered', time(about.delivered_at)],
    ['Wait ends', time(about.wait_ends_at)],
    ['State', adverseStateLabels[about.state]],
    ['Ended', time(about.closed_at)],
  ]);
  sheet.section(
    'What happened',
    'The hash of each entry covers the entry and the hash of the one before it.',
  );
  for (const { position, kind, at, who, note, sha256 } of entries) {
    const named = [...note.matchAll(/(notice|report) SHA-256 ([0-9a-f]{64})/gi)].map(
      ([, what = '', hash = '']) => [`SHA-256 of the ${what.toLowerCase()}`, hash] as const,
    );
    await sheet.together(() => {
      sheet.heading(`${position}. ${adverseEvidenceLabels[kind]}`);
      sheet.facts([
        ['When', time(at)],
        ['Who', who || 'Automatic'],
        ...(note && named.length === 0 ? [['Details', note] as const] : []),
      ]);
      sheet.hashes([...named, ['SHA-256 of this entry', sha256]]);
    });
  }
  if (pauses.length > 0) {
    sheet.section('While a dispute was open');
    sheet.facts(pauses.map(({ from, to }) => [time(from), to ? `until ${time(to)}` : 'still open'] as const));
  }
  for (const { kind, round, version, reviewed, made_at: made, content, sha256, report_sha256 } of notices) {
    sheet.part(
      kind === 'final' ? 'Final notice' : round > 1 ? `First notice, round ${round}` : 'First notice',
    );
    sheet.facts([
      ['Made', time(made)],
      ['Text', `Version ${version}, ${reviewed ? 'reviewed by a lawyer' : 'not reviewed by a lawyer'}`],
    ]);
    sheet.hashes([
      ['SHA-256 of the notice', sha256],
      ['SHA-256 of the report', report_sha256],
    ]);
    sheet.section(content.title, `From ${content.from} to ${content.to}`);
    writeNotice(sheet, content, 'heading');
  }
  return sheet.finish(`${about.number}, made ${formatDate(new Date(made_at), about.time_zone)}`);
}
