import { createHash } from 'node:crypto';
import { type Cra, CraFailed, type CraState, type CraSubmission } from '#modules/applications/index.ts';
import { enqueueJob, newDigits, newId, type Portal, sql } from '#modules/platform/index.ts';
import { delays } from './delays.ts';
import { advanceScreening } from './jobs.ts';
import { outcomeFor } from './outcomes.ts';
import { renderReport } from './report.ts';
import type { Screening } from './screening-row.ts';

/** Of a person, what the sandbox keeps: the name for the report. The SSN is used and forgotten. */
interface Subject {
  name: string;
  callbackUrl: string;
}

const place = (id: string) => `sandbox.screening.subject:${id}`;

/** A CRA inside the portal: its own tables, its own jobs; it answers by signed callbacks over HTTP like anyone. */
export class SandboxCra implements Cra {
  readonly #portal: Portal;

  constructor(portal: Portal) {
    this.#portal = portal;
  }

  submit(submission: CraSubmission): Promise<{ profileNumber: string }> {
    const { keys } = this.#portal;
    const { subject, idempotencyKey } = submission;
    const id = newId();
    const name = [subject.firstname, subject.middlename, subject.lastname, subject.namesuffix];
    const kept: Subject = { name: name.filter(Boolean).join(' '), callbackUrl: submission.callbackUrl };
    return this.#portal.work('sandbox-cra.submit', async (work) => {
      await work.rows(sql`
        insert into sandbox.screening
          (id, craid, idempotency_key, profile_number, product, outcome, subject, created_at)
        values (${id}, ${submission.craid}, ${idempotencyKey}, ${`${newDigits(4)}-${newDigits(5)}`},
          ${submission.product}, ${outcomeFor(subject.ssn, hashOf(subject.ssn))},
          ${keys.encrypt(JSON.stringify(kept), place(id))}, ${work.now})
        on conflict (idempotency_key) do nothing`);
      const screening = await work.row(sql<{ id: string; profile_number: string }>`
        select id, profile_number from sandbox.screening where idempotency_key = ${idempotencyKey}`);
      if (!screening) throw new CraFailed('the screening is gone');
      if (screening.id === id) {
        const { received } = await delays(work.db);
        await enqueueJob(work.db, advanceScreening, { screeningId: id }, { delay: received });
      }
      return { profileNumber: screening.profile_number };
    });
  }

  async status(craid: string, profileNumber: string): Promise<{ state: CraState }> {
    const { state } = await this.#find(craid, profileNumber);
    return { state: state === 'stays' ? 'inprogress' : state };
  }

  async report(craid: string, profileNumber: string): Promise<Buffer> {
    const screening = await this.#find(craid, profileNumber);
    if (screening.state !== 'completed') throw new CraFailed('the check is not completed');
    return renderReport(screening, this.readSubject(screening).name, this.#portal.clock.now());
  }

  readSubject(screening: Pick<Screening, 'id' | 'subject'>): Subject {
    return JSON.parse(this.#portal.keys.decrypt(screening.subject, place(screening.id))) as Subject;
  }

  async #find(craid: string, profileNumber: string): Promise<Screening> {
    const { rows } = await sql<Screening>`
      select * from sandbox.screening where craid = ${craid} and profile_number = ${profileNumber}
    `.execute(this.#portal.db);
    if (!rows[0]) throw new CraFailed('no such check');
    return rows[0];
  }
}

function hashOf(ssn: string): number {
  return createHash('sha256').update(`sandbox-cra:${ssn}`).digest().readUInt32BE(0);
}
