import type { z } from 'zod';
import { SECOND } from '#modules/platform/browser.ts';
import { isOutageStatus } from '#modules/platform/index.ts';
import { type CraRequest, craRequests } from './contract.ts';
import {
  type Cra,
  type CraBlock,
  type CraDispute,
  type CraDocument,
  CraFailed,
  type CraSubmission,
  type IdentityRecord,
} from './port.ts';

/** Live adapter: JSON over HTTPS with a bearer key, following the contract. */

const TIMEOUT = 30 * SECOND;
const REPORT_LIMIT = 30 * 1024 * 1024;

type Parts = Record<string, string>;

/** What is sent in addition to the path. */
interface Sent<B> {
  /** The variable parts of the path, by the names that it has in braces. */
  parts?: Parts;
  body?: B;
  file?: { type: string; bytes: Uint8Array };
  headers?: Record<string, string>;
}

const ofCheck = (craid: string, profile_number: string): Parts => ({ craid, profile_number });

export class HttpsCra implements Cra {
  readonly #url: string;
  readonly #apiKey: string;

  /** @param options the url of the agency's interface, without a slash at the end */
  constructor(options: { url: string; apiKey: string }) {
    this.#url = options.url.replace(/\/$/, '');
    this.#apiKey = options.apiKey;
  }

  async submit(submission: CraSubmission): Promise<{ profileNumber: string }> {
    const { subject, jurisdictions } = submission;
    const response = await this.#ask(craRequests.submit, {
      headers: { 'idempotency-key': submission.idempotencyKey },
      body: {
        ...submission,
        jurisdictions: [...jurisdictions],
        subject: {
          ...subject,
          aliases: [...subject.aliases],
          previousAddresses: [...subject.previousAddresses],
        },
      },
    });
    const answer = await readAs(response, craRequests.submit.answer);
    return { profileNumber: answer.profile_number };
  }

  async status(craid: string, profileNumber: string) {
    const response = await this.#ask(craRequests.status, { parts: ofCheck(craid, profileNumber) });
    const { state, last_event: lastEvent } = await readAs(response, craRequests.status.answer);
    return { state, lastEvent };
  }

  async answerSsnReview(craid: string, profileNumber: string, confirmed: boolean): Promise<void> {
    await this.#tell(craRequests.answerSsnReview, {
      parts: ofCheck(craid, profileNumber),
      body: { confirmed },
    });
  }

  async report(craid: string, profileNumber: string): Promise<Buffer> {
    const response = await this.#ask(craRequests.report, { parts: ofCheck(craid, profileNumber) });
    if (!response.headers.get('content-type')?.startsWith('application/pdf')) {
      throw new CraFailed('the report is not a PDF');
    }
    const report = Buffer.from(await response.arrayBuffer());
    if (report.length > REPORT_LIMIT) throw new CraFailed('the report is too large');
    return report;
  }

  async setMonitoring(craid: string, profileNumber: string, on: boolean): Promise<{ monitoringId: string }> {
    const response = await this.#ask(craRequests.setMonitoring, {
      parts: ofCheck(craid, profileNumber),
      body: { on },
    });
    return { monitoringId: (await readAs(response, craRequests.setMonitoring.answer)).monitoring_id };
  }

  async identityRecords(craid: string, profileNumber: string): Promise<IdentityRecord[]> {
    const response = await this.#ask(craRequests.identityRecords, { parts: ofCheck(craid, profileNumber) });
    const { records } = await readAs(response, craRequests.identityRecords.answer);
    return records.map(({ profile_number, checked_at, result }) => ({
      profileNumber: profile_number,
      checkedAt: new Date(checked_at),
      result,
    }));
  }

  async dispute(craid: string, profileNumber: string, dispute: CraDispute): Promise<void> {
    const { disputeId, text, items, dueAt, messages } = dispute;
    await this.#tell(craRequests.dispute, {
      parts: { ...ofCheck(craid, profileNumber), dispute_id: disputeId },
      body: {
        text,
        items: [...items],
        due_at: dueAt.toISOString(),
        messages: messages.map(({ author, text: words, writtenAt }) => ({
          author,
          text: words,
          written_at: writtenAt.toISOString(),
        })),
      },
    });
  }

  async block(craid: string, profileNumber: string, block: CraBlock): Promise<void> {
    const { blockId, blocked, items, text, dueAt } = block;
    await this.#tell(craRequests.block, {
      parts: { ...ofCheck(craid, profileNumber), block_id: blockId },
      body: { blocked, items: [...items], text, due_at: dueAt.toISOString() },
    });
  }

  async document(craid: string, profileNumber: string, document: CraDocument): Promise<void> {
    const { caseId, documentId, contentType, body } = document;
    await this.#tell(craRequests.document, {
      parts: { ...ofCheck(craid, profileNumber), case_id: caseId, document_id: documentId },
      file: { type: contentType, bytes: body },
    });
  }

  /**
   * Sends a request that has no answer.
   * @throws CraFailed
   */
  async #tell<R extends CraRequest>(request: R, sent: Sent<z.input<R['body']>>): Promise<void> {
    const response = await this.#ask(request, sent);
    await response.body?.cancel();
  }

  /** @throws CraFailed without the body of the answer, which may repeat what was sent */
  async #ask<R extends CraRequest>(
    { method, path: template }: R,
    { parts = {}, body, file, headers = {} }: Sent<z.input<R['body']>>,
  ): Promise<Response> {
    const path = template.replaceAll(/{(\w+)}/g, (_, part) => encodeURIComponent(parts[part] ?? ''));
    const content = file
      ? { type: file.type, bytes: new Uint8Array(file.bytes) }
      : body === undefined
        ? null
        : { type: 'application/json', bytes: JSON.stringify(body) };
    let response: Response;
    try {
      response = await fetch(this.#url + path, {
        method,
        headers: {
          ...headers,
          ...(content ? { 'content-type': content.type } : {}),
          authorization: `Bearer ${this.#apiKey}`,
        },
        ...(content ? { body: content.bytes } : {}),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT),
      });
    } catch (error) {
      throw new CraFailed(`no answer to ${path}: ${error instanceof Error ? error.name : 'error'}`);
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw new CraFailed(`${response.status} to ${path}`, isOutageStatus(response.status));
    }
    return response;
  }
}

async function readAs<T>(response: Response, schema: z.ZodType<T>): Promise<T> {
  const parsed = schema.safeParse(await response.json().catch(() => null));
  if (!parsed.success) throw new CraFailed('an answer of another shape');
  return parsed.data;
}
