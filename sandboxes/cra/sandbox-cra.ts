import { createHash } from 'node:crypto';
import {
  type Cra,
  type CraBlock,
  type CraDispute,
  type CraDocument,
  CraFailed,
  type CraStatus,
  type CraSubmission,
  craEvent,
  type IdentityRecord,
} from '#modules/applications/index.ts';
import { enqueueJob, newDigits, newId, type Portal, sealedColumn } from '#modules/platform/index.ts';
import { takeBlock } from './blocks.ts';
import { delays } from './delays.ts';
import { takeDispute } from './disputes.ts';
import { advanceScreening } from './jobs.ts';
import { monitor } from './monitoring-switch.ts';
import { laterOutcomeFor, losesResult, outcomeFor } from './outcomes.ts';
import { renderReport } from './report.ts';
import type { Screening } from './screening-row.ts';

/** What the sandbox stores about a person: name and places for the report. It uses the SSN but does not store it. */
interface Subject {
  name: string;
  addresses: { city: string; state: string }[];
  callbackUrl: string;
}

/** The score of a check after its SSN was reviewed. */
const REVIEWED = 'IC01';

const subjectAt = sealedColumn({ table: 'sandbox.screening', column: 'subject' });

/**
 * An agency inside the portal, with its own tables and jobs. It answers with signed callbacks over HTTP, like a real
 * one.
 */
export class SandboxCra implements Cra {
  readonly #portal: Portal;

  constructor(portal: Portal) {
    this.#portal = portal;
  }

  async submit(submission: CraSubmission): Promise<{ profileNumber: string }> {
    const { keys } = this.#portal;
    const { subject, idempotencyKey } = submission;
    const id = newId();
    const name = [subject.firstname, subject.middlename, subject.lastname, subject.namesuffix];
    const kept: Subject = {
      name: name.filter(Boolean).join(' '),
      addresses: [subject.address, ...subject.previousAddresses].map(({ city, state }) => ({ city, state })),
      callbackUrl: submission.callbackUrl,
    };
    return this.#portal.work('sandbox-cra.submit', async (work) => {
      await work.db
        .insertInto('sandbox.screening')
        .values({
          id,
          craid: submission.craid,
          idempotency_key: idempotencyKey,
          profile_number: `${newDigits(4)}-${newDigits(5)}`,
          product: submission.product,
          outcome: outcomeFor(subject.ssn, hashOf(subject.ssn), isAgain(idempotencyKey)),
          later_outcome: laterOutcomeFor(subject.ssn),
          loses_result: losesResult(subject.ssn),
          subject: keys.encrypt(JSON.stringify(kept), subjectAt(id)),
          created_at: work.now,
        })
        .onConflict((same) => same.column('idempotency_key').doNothing())
        .execute();
      const screening = await work.db
        .selectFrom('sandbox.screening')
        .select(['id', 'profile_number'])
        .where('idempotency_key', '=', idempotencyKey)
        .executeTakeFirstOrThrow();
      if (screening.id === id) {
        const { received } = await delays(work.db);
        await enqueueJob(work.db, advanceScreening, { screeningId: id }, { delay: received });
      }
      return { profileNumber: screening.profile_number };
    });
  }

  async status(craid: string, profileNumber: string): Promise<CraStatus> {
    const { id, state } = await this.#find(craid, profileNumber);
    const newest = await this.#portal.db
      .selectFrom('sandbox.screening_callback')
      .select('body')
      .where('screening_id', '=', id)
      .orderBy('position', 'desc')
      .executeTakeFirst();
    return {
      state: state === 'stays' ? 'inprogress' : state,
      lastEvent: newest ? craEvent.parse(JSON.parse(newest.body)) : null,
    };
  }

  async report(craid: string, profileNumber: string): Promise<Buffer> {
    const screening = await this.#find(craid, profileNumber);
    if (screening.state !== 'completed') throw new CraFailed('the check is not completed');
    return renderReport(screening, this.readSubject(screening), this.#portal.clock.now());
  }

  async answerSsnReview(craid: string, profileNumber: string, confirmed: boolean): Promise<void> {
    const { id } = await this.#find(craid, profileNumber);
    await this.#portal.work('sandbox-cra.answer-ssn-review', async (work) => {
      const { numUpdatedRows } = await work.db
        .updateTable('sandbox.screening')
        .set(confirmed ? { state: 'inprogress', outcome: REVIEWED } : { state: 'withdrawn' })
        .where('id', '=', id)
        .where('state', '=', 'review')
        .executeTakeFirst();
      if (numUpdatedRows === 0n || !confirmed) return;
      const { inprogress } = await delays(work.db);
      await work.enqueue(advanceScreening, { screeningId: id }, { delay: inprogress });
    });
  }

  async setMonitoring(craid: string, profileNumber: string, on: boolean): Promise<{ monitoringId: string }> {
    const screening = await this.#find(craid, profileNumber);
    if (screening.state !== 'completed') throw new CraFailed('the check is not completed');
    return this.#portal.work('sandbox-cra.set-monitoring', (work) => monitor(work, screening, on));
  }

  async identityRecords(craid: string, profileNumber: string): Promise<IdentityRecord[]> {
    const screening = await this.#find(craid, profileNumber);
    const result = screening.outcome === 'NA' ? 'Could not be matched' : 'Name, date of birth and SSN match';
    return [{ profileNumber, checkedAt: screening.created_at, result }];
  }

  async dispute(craid: string, profileNumber: string, dispute: CraDispute): Promise<void> {
    const screening = await this.#find(craid, profileNumber);
    if (screening.state !== 'completed') throw new CraFailed('the check is not completed');
    await this.#portal.work('sandbox-cra.dispute', (work) => takeDispute(work, screening, dispute));
  }

  async block(craid: string, profileNumber: string, block: CraBlock): Promise<void> {
    const screening = await this.#find(craid, profileNumber);
    if (screening.state !== 'completed') throw new CraFailed('the check is not completed');
    await this.#portal.work('sandbox-cra.block', (work) => takeBlock(work, screening, block));
  }

  async document(craid: string, profileNumber: string, { body }: CraDocument): Promise<void> {
    await this.#find(craid, profileNumber);
    if (body.length === 0) throw new CraFailed('an empty document');
  }

  readSubject(screening: Pick<Screening, 'id' | 'subject'>): Subject {
    return JSON.parse(this.#portal.keys.decrypt(screening.subject, subjectAt(screening.id))) as Subject;
  }

  async #find(craid: string, profileNumber: string): Promise<Screening> {
    const screening = await this.#portal.db
      .selectFrom('sandbox.screening')
      .selectAll()
      .where('craid', '=', craid)
      .where('profile_number', '=', profileNumber)
      .executeTakeFirst();
    if (!screening) throw new CraFailed('no such check');
    return screening;
  }
}

/** The key of a second order for the same application contains the number of the attempt. */
const isAgain = (idempotencyKey: string) => /:\d+$/.test(idempotencyKey);

function hashOf(ssn: string): number {
  return createHash('sha256').update(`sandbox-cra:${ssn}`).digest().readUInt32BE(0);
}
