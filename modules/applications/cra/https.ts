import { z } from 'zod';
import { SECOND } from '#modules/platform/browser.ts';
import {
  type Cra,
  type CraBlock,
  type CraDispute,
  type CraDocument,
  CraFailed,
  type CraSubmission,
  craStates,
  type IdentityRecord,
} from './port.ts';

/** Live adapter: JSON over HTTPS with a bearer key, following the port's contract. */

const TIMEOUT = 30 * SECOND;
const REPORT_LIMIT = 30 * 1024 * 1024;

const placed = z.object({ profile_number: z.string().regex(/^[\w-]{1,40}$/) });
const orderState = z.object({ state: z.enum(craStates) });
const monitored = z.object({ monitoring_id: z.string().regex(/^[\w-]{1,64}$/) });
const identityAnswer = z.object({
  records: z
    .array(
      z.object({
        profile_number: z.string().regex(/^[\w-]{1,40}$/),
        checked_at: z.iso.datetime(),
        result: z.string().min(1).max(200),
      }),
    )
    .max(100),
});

export class HttpsCra implements Cra {
  readonly #url: string;
  readonly #apiKey: string;

  /** @param options url of the agency's interface, without a slash at its end */
  constructor(options: { url: string; apiKey: string }) {
    this.#url = options.url.replace(/\/$/, '');
    this.#apiKey = options.apiKey;
  }

  async submit(submission: CraSubmission): Promise<{ profileNumber: string }> {
    const { idempotencyKey, ...order } = submission;
    const response = await this.#ask('/screenings', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
      body: JSON.stringify({ ...order, idempotencyKey }),
    });
    const body = await readAs(response, placed);
    return { profileNumber: body.profile_number };
  }

  async status(craid: string, profileNumber: string) {
    return readAs(await this.#ask(`/screenings/${craid}/${profileNumber}`), orderState);
  }

  async answerSsnReview(craid: string, profileNumber: string, confirmed: boolean): Promise<void> {
    const response = await this.#ask(`/screenings/${craid}/${profileNumber}/ssn-review`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ confirmed }),
    });
    await response.body?.cancel();
  }

  async report(craid: string, profileNumber: string): Promise<Buffer> {
    const response = await this.#ask(`/screenings/${craid}/${profileNumber}/report`);
    if (!response.headers.get('content-type')?.startsWith('application/pdf')) {
      throw new CraFailed('the report is not a PDF');
    }
    const report = Buffer.from(await response.arrayBuffer());
    if (report.length > REPORT_LIMIT) throw new CraFailed('the report is too large');
    return report;
  }

  async setMonitoring(craid: string, profileNumber: string, on: boolean): Promise<{ monitoringId: string }> {
    const response = await this.#ask(`/screenings/${craid}/${profileNumber}/monitoring`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ on }),
    });
    return { monitoringId: (await readAs(response, monitored)).monitoring_id };
  }

  async identityRecords(craid: string, profileNumber: string): Promise<IdentityRecord[]> {
    const response = await this.#ask(`/screenings/${craid}/${profileNumber}/identity`);
    const { records } = await readAs(response, identityAnswer);
    return records.map(({ profile_number, checked_at, result }) => ({
      profileNumber: profile_number,
      checkedAt: new Date(checked_at),
      result,
    }));
  }

  async dispute(craid: string, profileNumber: string, dispute: CraDispute): Promise<void> {
    const { disputeId, text, items, dueAt, messages } = dispute;
    const response = await this.#ask(`/screenings/${craid}/${profileNumber}/disputes/${disputeId}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        text,
        items,
        due_at: dueAt.toISOString(),
        messages: messages.map(({ author, text: words, writtenAt }) => ({
          author,
          text: words,
          written_at: writtenAt.toISOString(),
        })),
      }),
    });
    await response.body?.cancel();
  }

  async block(craid: string, profileNumber: string, block: CraBlock): Promise<void> {
    const { blockId, blocked, items, text, dueAt } = block;
    const response = await this.#ask(`/screenings/${craid}/${profileNumber}/blocks/${blockId}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ blocked, items, text, due_at: dueAt.toISOString() }),
    });
    await response.body?.cancel();
  }

  async document(craid: string, profileNumber: string, document: CraDocument): Promise<void> {
    const { caseId, documentId, contentType, body } = document;
    const path = `/screenings/${craid}/${profileNumber}/cases/${caseId}/documents/${documentId}`;
    const response = await this.#ask(path, {
      method: 'PUT',
      headers: { 'content-type': contentType },
      body: new Uint8Array(body),
    });
    await response.body?.cancel();
  }

  /** @throws CraFailed without the answer's body, which may repeat what was sent */
  async #ask(path: string, init: RequestInit = {}): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(this.#url + path, {
        ...init,
        headers: { ...init.headers, authorization: `Bearer ${this.#apiKey}` },
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT),
      });
    } catch (error) {
      throw new CraFailed(`no answer to ${path}: ${error instanceof Error ? error.name : 'error'}`);
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw new CraFailed(`${response.status} to ${path}`);
    }
    return response;
  }
}

async function readAs<T>(response: Response, schema: z.ZodType<T>): Promise<T> {
  const parsed = schema.safeParse(await response.json().catch(() => null));
  if (!parsed.success) throw new CraFailed('an answer of another shape');
  return parsed.data;
}
