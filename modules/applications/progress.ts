import { sql, type Work } from '#modules/platform/index.ts';
import { type ApplicationRow, applicationColumns, applicationSource } from './applications.ts';
import type { ConsentDocumentRow } from './consents.ts';
import { Refusal } from './refusals.ts';
import { closedStatuses, stepsOpen } from './statuses.ts';
import { admitPosition, currentPosition, type Step, type StepKey } from './steps.ts';

/** An applicant's progress through the steps of their package. */
export interface Progress {
  application: ApplicationRow;
  steps: readonly Step[];
  done: ReadonlySet<StepKey>;
  /** Whether the steps can still be edited. */
  open: boolean;
  /** The first unfinished step, or the last one after submission. */
  current: number;
  /** The current version of each document of the provider. */
  consents: readonly ConsentDocumentRow[];
  /** When the person agreed to a version, by its id. */
  signed: ReadonlyMap<string, Date>;
  /** Encrypted drafts by step. */
  drafts: Readonly<Partial<Record<StepKey, string>>>;
  jurisdictions: readonly { abbr: string; description: string; selected: boolean }[];
  noJurisdictions: boolean;
}

interface ProgressRow extends ApplicationRow {
  steps: Step[];
  finished: StepKey[];
  consents: (Omit<ConsentDocumentRow, 'in_force_from'> & { in_force_from: string })[];
  signed: { document: string; at: string }[];
  drafts: Partial<Record<StepKey, string>>;
  jurisdictions: { abbr: string; description: string; selected: boolean }[];
  no_jurisdictions: boolean;
}

const parts = sql`
  application.no_jurisdictions,
  (select coalesce(json_agg(json_build_object('position', position, 'key', step_key, 'pageType', page_type,
      'consentKind', consent_kind, 'title', title) order by position), '[]')
    from package_step where package_id = application.package_id) as steps,
  (select coalesce(json_agg(step_key), '[]')
    from application_step where application_id = application.id) as finished,
  (select coalesce(json_agg(json_build_object('document', consent_document_id, 'at', signed_at)), '[]')
    from signing_record where application_id = application.id) as signed,
  (select coalesce(json_object_agg(step_key, draft), '{}')
    from application_draft where application_id = application.id) as drafts,
  (select coalesce(json_agg(json_build_object('abbr', jurisdiction.abbr, 'description', description,
      'selected', chosen.abbr is not null) order by position), '[]')
    from jurisdiction left join application_jurisdiction chosen
      on chosen.abbr = jurisdiction.abbr and chosen.application_id = application.id) as jurisdictions
`;

/**
 * Reads an application's progress in one query: the given application, or else the person's open one, preferring one
 * whose steps are open.
 * @throws Refusal not-found, also for another person's application (D80)
 */
export async function readProgress(
  work: Pick<Work, 'row' | 'now'>,
  accountId: string,
  applicationId: string | undefined,
): Promise<Progress> {
  const which = applicationId
    ? sql`application.id = ${applicationId}`
    : sql`application.status <> all(${sql.val(closedStatuses)})`;
  const row = await work.row(sql<ProgressRow>`
    select ${applicationColumns}, ${parts},
      (select coalesce(json_agg(newest), '[]') from (
        select distinct on (kind) id, kind, craid, version, title, body, acknowledgement_text, requires_signature,
          content_hash, in_force_from
        from consent_document where craid = package.craid and in_force_from <= ${work.now}
        order by kind, version desc
      ) newest) as consents
    from ${applicationSource}
    where application.account_id = ${accountId} and ${which}
    order by application.status = any(${sql.val(stepsOpen)}) desc, application.ordered_at
    limit 1`);
  if (!row) throw new Refusal('not-found', { detail: `application ${applicationId ?? 'open'}` });
  return toProgress(row);
}

function toProgress(row: ProgressRow): Progress {
  const { steps, finished, consents, signed, drafts, jurisdictions, no_jurisdictions, ...application } = row;
  const signedAt = new Map(signed.map(({ document, at }) => [document, new Date(at)]));
  const done = new Set(finished);
  for (const step of steps) {
    const document = consents.find(({ kind }) => kind === step.consentKind);
    if (document && signedAt.has(document.id)) done.add(step.key);
  }
  const open = stepsOpen.includes(application.status);
  return {
    application,
    steps,
    done,
    open,
    current: open ? currentPosition(steps, done) : (steps.at(-1)?.position ?? 1),
    consents: consents.map((each) => ({ ...each, in_force_from: new Date(each.in_force_from) })),
    signed: signedAt,
    drafts,
    jurisdictions,
    noJurisdictions: no_jurisdictions,
  };
}

/** The step that a request for `asked` leads to (doc2 §2.9). */
export function stepFor(progress: Progress, asked: number | null): Step {
  const position = admitPosition(progress.steps, progress.done, progress.open, asked);
  const step = progress.steps.find((row) => row.position === position);
  if (!step) throw new Refusal('not-found', { detail: 'package without steps' });
  return step;
}

/**
 * Checks that a step accepts input now, and returns it.
 * @throws Refusal applications.moved-on after the steps are closed, applications.not-complete before earlier steps are
 *   finished
 */
export function openStep(progress: Progress, belongs: (step: Step) => boolean): Step {
  const step = progress.steps.find(belongs);
  if (!step) throw new Refusal('not-found', { detail: 'the package has no such step' });
  if (!progress.open) throw new Refusal('applications.moved-on', { detail: progress.application.status });
  if (step.position > progress.current) throw new Refusal('applications.not-complete', { detail: step.key });
  return step;
}
