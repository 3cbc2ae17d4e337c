import { z } from 'zod';
import { getCompany } from '#modules/enterprise/index.ts';
import type { KeyRing, Work } from '#modules/platform/index.ts';
import { type ActionRow, placeOf } from './actions.ts';
import { caseNumber } from './case-number.ts';
import { readEvidence } from './evidence.ts';
import { openDetails, openEvidence, openNotice } from './sealed.ts';
import { type EvidenceDetail, type Notice, namedResult, notice } from './shapes.ts';
import { adverseStates, evidenceKinds } from './states.ts';

/** The evidence of an adverse action as a file that can be checked again without the database (D133). */

const instant = z.iso.datetime();
const hash = z.string().regex(/^[0-9a-f]{64}$/);

const unsealed = z.strictObject({
  format: z.literal('adverse-action-evidence-1'),
  made_at: instant,
  case: z.strictObject({
    id: z.uuid(),
    number: z.string(),
    company: z.string(),
    person: z.string(),
    place: z.string(),
    time_zone: z.string(),
    decision: z.string(),
    results: z.array(namedResult),
    wait_days: z.int(),
    state: z.enum(adverseStates),
    started_at: instant,
    delivered_at: instant.nullable(),
    wait_ends_at: instant.nullable(),
    closed_at: instant.nullable(),
    closed_because: z.string().nullable(),
  }),
  /** While a dispute was open. */
  pauses: z.array(z.strictObject({ round: z.int(), from: instant, to: instant.nullable() })),
  notices: z.array(
    z.strictObject({
      kind: z.enum(['first', 'final']),
      round: z.int(),
      version: z.string(),
      reviewed: z.boolean(),
      made_at: instant,
      content: notice,
      sha256: hash,
      /** Of the report that came with it. */
      report_sha256: hash,
    }),
  ),
  /** In a chain: the hash of each is made with that of the one before. */
  entries: z.array(
    z.strictObject({
      position: z.int(),
      kind: z.enum(evidenceKinds),
      at: instant,
      account: z.uuid().nullable(),
      who: z.string(),
      note: z.string(),
      sha256: hash,
    }),
  ),
});
export type Evidence = z.output<typeof unsealed>;

/** `seal` shows that the portal made the file: anybody could make the hashes again after a change. */
export const evidenceFile = unsealed.extend({ seal: z.string() });
export type EvidenceFile = z.output<typeof evidenceFile>;

const PURPOSE = 'adverse.evidence-file';
const textOf = (evidence: Evidence) => JSON.stringify(unsealed.parse(evidence));

export const sealEvidence = (keys: Pick<KeyRing, 'mac'>, evidence: Evidence): EvidenceFile => ({
  ...evidence,
  seal: keys.mac(PURPOSE, textOf(evidence)),
});

export const isSealedHere = (keys: Pick<KeyRing, 'isMac'>, { seal, ...evidence }: EvidenceFile): boolean =>
  keys.isMac(PURPOSE, textOf(evidence), seal);

/** How what is encrypted is opened. */
export interface Opening {
  detail: (id: string, sealed: string) => EvidenceDetail;
  notice: (id: string, sealed: string) => Notice;
}

export const openStrictly = (keys: Pick<KeyRing, 'encrypt' | 'decrypt'>): Opening => ({
  detail: (id, sealed) => openEvidence(keys, id, sealed),
  notice: (id, sealed) => openNotice(keys, id, sealed),
});

export async function collectEvidence(
  work: Pick<Work, 'db' | 'now' | 'portal'>,
  row: ActionRow,
  opening: Opening = openStrictly(work.portal.keys),
): Promise<Evidence> {
  const { db, portal } = work;
  const { company_name } = await getCompany(work, row.company_id);
  const { person, decision, results } = openDetails(portal.keys, row.id, row.details);
  const place = placeOf(row);
  const pauses = await db
    .selectFrom('adverse_pause')
    .selectAll()
    .where('adverse_action_id', '=', row.id)
    .orderBy('from_at')
    .orderBy('id')
    .execute();
  const notices = await db
    .selectFrom('adverse_notice')
    .selectAll()
    .where('adverse_action_id', '=', row.id)
    .orderBy('kind')
    .orderBy('round')
    .execute();
  const entries = await readEvidence(work, row.id, opening.detail);
  const time = (at: Date | null | undefined) => at?.toISOString() ?? null;
  return {
    format: 'adverse-action-evidence-1',
    made_at: work.now.toISOString(),
    case: {
      id: row.id,
      number: caseNumber(row.case_number),
      company: company_name,
      person,
      place: place.name,
      time_zone: place.timeZone,
      decision,
      results,
      wait_days: row.wait_days,
      state: row.state,
      started_at: row.started_at.toISOString(),
      delivered_at: time(row.delivered_at),
      wait_ends_at: time(row.wait_ends_at),
      closed_at: time(row.closed_at),
      closed_because: row.closed_because,
    },
    pauses: pauses.map(({ round, from_at, to_at }) => ({
      round,
      from: from_at.toISOString(),
      to: time(to_at),
    })),
    // 'final' comes before 'first' in the order of the query.
    notices: notices
      .toSorted((one, other) => Number(one.kind === 'final') - Number(other.kind === 'final'))
      .map(({ id, kind, round, version, reviewed, made_at, body, body_hash, report_hash }) => ({
        kind,
        round,
        version,
        reviewed,
        made_at: made_at.toISOString(),
        content: opening.notice(id, body),
        sha256: body_hash,
        report_sha256: report_hash,
      })),
    entries: entries.map(({ position, kind, at, actorAccountId, detail, hash: sha256 }) => ({
      position,
      kind,
      at: at.toISOString(),
      account: actorAccountId,
      ...detail,
      sha256,
    })),
  };
}
