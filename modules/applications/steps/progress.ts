import { z } from 'zod';
import {
  column,
  type Fragment,
  type StatementRow,
  sql,
  statement,
  type Work,
} from '#modules/platform/index.ts';
import {
  type ApplicationRow,
  applicationColumns,
  applicationShape,
  applicationSource,
} from '../applications.ts';
import { Refusal } from '../refusals.ts';
import { closedStatuses, stepsEditable, stepsOpen } from '../statuses.ts';
import { type ConsentDocumentRow, consentDocument, documentFor } from './consents.ts';
import {
  admitPosition,
  closedPosition,
  consentKinds,
  currentPosition,
  pageTypes,
  type SignatureChoice,
  type Step,
  type StepKey,
  signatureChoices,
  stepKeys,
  stepsFor,
} from './steps.ts';

/** How far an applicant has got in the steps of their package. */
export interface Progress {
  application: ApplicationRow;
  /** The steps that apply to this applicant, after the conditions of the package's steps. */
  steps: readonly Step[];
  done: ReadonlySet<StepKey>;
  /** Whether the steps can still be edited. */
  open: boolean;
  /**
   * The position of the first unfinished step; if the steps are closed, of the paper package while it is awaited,
   * otherwise of the last step.
   */
  current: number;
  /** For each document of the provider, the version that was in force when the application was ordered (D89). */
  consents: readonly ConsentDocumentRow[];
  /** The documents that this applicant agrees to, in the order of the steps, no matter how they sign. */
  documents: readonly ConsentDocumentRow[];
  /** When the person agreed to a version, by its id. */
  signed: ReadonlyMap<string, Date>;
  /** What was typed into unfinished steps, encrypted, by step. */
  drafts: Readonly<Partial<Record<StepKey, string>>>;
  /** When a step, a signature or a draft was last saved; null before. */
  savedAt: Date | null;
  jurisdictions: readonly { abbr: string; description: string; selected: boolean }[];
  noJurisdictions: boolean;
  /** Who the package is not for, such as `state=NY`; null if it is for everybody. */
  exclusionCriteria: string | null;
  /** How the person signs; null until they choose. */
  choice: SignatureChoice | null;
  /** Null if the package does not ask this applicant to prove their identity. */
  identity: IdentityState | null;
}

/** `copy` if a person who signs on paper encloses a copy of the ID instead of verifying it here (D118). */
export type IdentityState = 'open' | 'verified' | 'copy';

const progressShape = {
  ...applicationShape,
  /** Who the package is not for, such as `state=NY`. */
  exclusion_criteria: column.text.nullable(),
  no_jurisdictions: column.boolean,
  signature_choice: column.oneOf(signatureChoices).nullable(),
  steps: column.json(
    z.array(
      z.object({
        position: z.number(),
        key: z.enum(stepKeys),
        pageType: z.enum(pageTypes),
        consentKind: z.enum(consentKinds).nullable(),
        states: z.array(z.string()),
        title: z.string(),
      }),
    ),
  ),
  /** The states of the applicant's addresses and of the jurisdictions that they chose. */
  named_states: column.json(z.array(z.string())),
  finished: column.json(z.array(z.enum(stepKeys))),
  signed: column.json(z.array(z.object({ document: z.uuid(), at: z.coerce.date() }))),
  drafts: column.json(z.partialRecord(z.enum(stepKeys), z.string())),
  saved_at: column.instant.nullable(),
  /** An approved ID verification of the person counts. */
  verified: column.boolean,
  jurisdictions: column.json(
    z.array(z.object({ abbr: z.string(), description: z.string(), selected: z.boolean() })),
  ),
  consents: column.json(z.array(consentDocument)),
};

const isOpen = sql`application.status <> all(${sql.val(closedStatuses)})`;

/** Applications whose steps can still be worked on come first. */
const byOpenSteps = sql`application.status = any(${sql.val(stepsOpen)}) desc, application.ordered_at`;

function byId(applicationId: string): Fragment {
  return sql`application.id = ${applicationId}`;
}

const progressOf = statement({
  name: 'applications.read-progress',
  prepared: true,
  row: progressShape,
  sql: (accountId: string, which: Fragment, now: Date) => sql`
    select ${applicationColumns}, package.exclusion_criteria, application.no_jurisdictions,
      application.signature_choice,
      (select coalesce(json_agg(json_build_object('position', position, 'key', step_key, 'pageType', page_type,
          'consentKind', consent_kind, 'states', string_to_array(states, ','), 'title', title) order by position), '[]')
        from package_step where package_id = application.package_id) as steps,
      (select json_agg(distinct state) from (
        select account.state from account where account.id = application.account_id
        union all select previous_address.state from previous_address
          where previous_address.account_id = application.account_id
        union all select abbr from application_jurisdiction where application_id = application.id) named
      ) as named_states,
      (select coalesce(json_agg(step_key), '[]')
        from application_step where application_id = application.id) as finished,
      (select coalesce(json_agg(json_build_object('document', consent_document_id, 'at', signed_at)), '[]')
        from signing_record where application_id = application.id) as signed,
      (select coalesce(json_object_agg(step_key, draft), '{}')
        from application_draft where application_id = application.id) as drafts,
      (select max(at) from (
        select completed_at as at from application_step where application_id = application.id
        union all select signed_at from signing_record where application_id = application.id
        union all select saved_at from application_draft where application_id = application.id) saved) as saved_at,
      exists (select from id_verification where account_id = application.account_id and active_verification
        and verified_until >= (${now}::timestamptz at time zone 'UTC')::date) as verified,
      (select coalesce(json_agg(json_build_object('abbr', jurisdiction.abbr, 'description', description,
          'selected', chosen.abbr is not null) order by position), '[]')
        from jurisdiction left join application_jurisdiction chosen
          on chosen.abbr = jurisdiction.abbr and chosen.application_id = application.id) as jurisdictions,
      (select coalesce(json_agg(newest), '[]') from (
        select distinct on (kind, state) id, kind, state, craid, version, title, body, acknowledgement_text, requires_signature,
          content_hash, in_force_from
        from consent_document where craid = package.craid and in_force_from <= application.ordered_at
        order by kind, state, version desc
      ) newest) as consents
    from ${applicationSource}
    where application.account_id = ${accountId} and ${which}
    order by ${byOpenSteps} limit 1`,
  examples: [
    ['', byId(''), new Date(0)],
    ['', isOpen, new Date(0)],
  ],
});

/**
 * Reads the progress of an application in one query: of the named one, or else of the person's open one, preferring one
 * whose steps can still be edited.
 * @throws Refusal not-found, including for another person's application (D80)
 */
export async function readProgress(
  work: Pick<Work, 'row' | 'now'>,
  accountId: string,
  applicationId: string | undefined,
): Promise<Progress> {
  const which = applicationId ? byId(applicationId) : isOpen;
  const row = await work.row(progressOf(accountId, which, work.now));
  if (!row) throw new Refusal('not-found', { detail: `open application ${applicationId ?? ''}` });
  return toProgress(row);
}

const ownApplication = statement({
  name: 'applications.find-own',
  prepared: true,
  row: { id: column.uuid },
  sql: (accountId: string, which: Fragment) => sql`
    select application.id from application
    where application.account_id = ${accountId} and ${which}
    order by ${byOpenSteps} limit 1`,
  examples: [
    ['', byId('')],
    ['', isOpen],
  ],
});

/**
 * The id of the application that `readProgress` reads, for callers that lock it first.
 * @throws Refusal not-found, including for another person's application (D80)
 */
export async function findOwn(
  work: Pick<Work, 'row'>,
  accountId: string,
  applicationId: string | undefined,
): Promise<string> {
  const row = await work.row(ownApplication(accountId, applicationId ? byId(applicationId) : isOpen));
  if (!row) throw new Refusal('not-found', { detail: `open application ${applicationId ?? ''}` });
  return row.id;
}

function toProgress(row: StatementRow<typeof progressShape>): Progress {
  const {
    steps: all,
    named_states: named,
    finished,
    consents,
    signed,
    drafts,
    saved_at,
    jurisdictions,
    no_jurisdictions,
    signature_choice: choice,
    exclusion_criteria,
    verified,
    ...application
  } = row;
  const signedAt = new Map(signed.map(({ document, at }) => [document, at]));
  const steps = stepsFor(all, { named: new Set(named), choice });
  const agreed = stepsFor(all, { named: new Set(named), choice: 'digital' });
  const done = new Set(finished);
  // A copy of the ID is enclosed in a paper package only.
  const identity: IdentityState = verified
    ? 'verified'
    : choice === 'paper' && done.has('idverification')
      ? 'copy'
      : 'open';
  if (identity === 'open') done.delete('idverification');
  else done.add('idverification');
  for (const step of steps) {
    const document = documentFor(consents, step);
    if (document && signedAt.has(document.id)) done.add(step.key);
    if (step.pageType === 'digital_signature_choice' && choice === 'paper') done.add(step.key);
  }
  const open = stepsEditable.includes(application.status);
  const awaitsPackage = application.status === 'waitmanual';
  // A finished step becomes unfinished again if something was typed into it without continuing.
  if (open) for (const key of stepKeys) if (drafts[key]) done.delete(key);
  return {
    application,
    steps,
    done,
    open,
    current: open ? currentPosition(steps, done) : closedPosition(steps, awaitsPackage),
    consents,
    documents: agreed.flatMap((step) => documentFor(consents, step) ?? []),
    signed: signedAt,
    drafts,
    savedAt: saved_at,
    jurisdictions,
    noJurisdictions: no_jurisdictions,
    exclusionCriteria: exclusion_criteria,
    choice,
    identity: steps.some(({ key }) => key === 'idverification') ? identity : null,
  };
}

/** The step that a request for `asked` leads to (doc2 §2.9). */
export function stepFor(progress: Progress, asked: number | null): Step {
  const position = admitPosition(progress.open, progress.current, asked);
  const step = progress.steps.find((row) => row.position === position);
  if (!step) throw new Refusal('not-found', { detail: 'package without steps' });
  return step;
}

/**
 * Finds the step that an input belongs to and checks that it may be given now.
 * @throws Refusal applications.moved-on once the steps are closed, applications.not-complete before its turn
 */
export function openStep(progress: Progress, belongs: (step: Step) => boolean): Step {
  const step = progress.steps.find(belongs);
  if (!step) throw new Refusal('not-found', { detail: 'the package has no such step' });
  if (!progress.open) throw new Refusal('applications.moved-on', { detail: progress.application.status });
  if (step.position > progress.current) throw new Refusal('applications.not-complete', { detail: step.key });
  return step;
}
