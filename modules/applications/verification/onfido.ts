import { z } from 'zod';
import { SECOND } from '#modules/platform/browser.ts';
import { isOutageStatus } from '#modules/platform/index.ts';
import {
  captureList,
  documentList,
  type Reports,
  reportTask,
  taskList,
  toResult,
  workflowRun,
} from './onfido-answers.ts';
import {
  type IdVerifier,
  type RunAccess,
  type VerificationImage,
  type VerificationImages,
  type VerificationResult,
  type VerificationRun,
  type VerificationSubject,
  VerifierFailed,
} from './port.ts';

/** Live adapter: Onfido Studio through its API v3.6. */

const TIMEOUT = 30 * SECOND;
const IMAGE_LIMIT = 50 * 1024 * 1024;

export interface OnfidoOptions {
  /** The address for the region, such as https://api.us.onfido.com/v3.6. */
  url: string;
  apiToken: string;
  /** The workflow of Onfido Studio that people go through. */
  workflowId: string;
}

/** Answered for an applicant who never existed or is scheduled for deletion. */
const gone = [404, 410];

/** The beginnings of the names of task definitions whose output is a report. */
const reportTasks: Record<keyof Reports, string> = {
  document: 'document_check',
  face: 'face_check',
  device: 'device_intelligence',
};

export class OnfidoVerifier implements IdVerifier {
  readonly sandbox = false;
  readonly #options: OnfidoOptions;

  constructor(options: OnfidoOptions) {
    this.#options = { ...options, url: options.url.replace(/\/$/, '') };
  }

  async begin(
    subject: VerificationSubject,
    returnUrl: string,
  ): Promise<VerificationRun & { access: RunAccess }> {
    const applicant = await this.#send('/applicants', z.object({ id: z.string().max(120) }), {
      first_name: subject.firstname,
      last_name: subject.lastname,
      ...(subject.dateofbirth ? { dob: subject.dateofbirth } : {}),
    });
    try {
      const run = await this.#send('/workflow_runs', workflowRun, {
        workflow_id: this.#options.workflowId,
        applicant_id: applicant.id,
        link: { completed_redirect_url: returnUrl, expired_redirect_url: returnUrl },
      });
      const url = run.link?.url;
      if (!url) throw new VerifierFailed('the run has no link');
      return {
        applicantId: applicant.id,
        workflowRunId: run.id,
        access: { url, token: run.sdk_token ?? null, expiresAt: run.link?.expires_at ?? null },
      };
    } catch (error) {
      // The next try makes another applicant, and nothing would refer to the name and the date of birth of this one.
      await this.forget(applicant.id).catch(() => undefined);
      throw error;
    }
  }

  async read({ workflowRunId }: VerificationRun): Promise<VerificationResult> {
    const run = await this.#read(`/workflow_runs/${encodeURIComponent(workflowRunId)}`, workflowRun);
    const decided = run.status === 'approved' || run.status === 'review' || run.status === 'declined';
    return toResult(
      run,
      decided ? await this.#reports(workflowRunId) : { document: null, face: null, device: null },
    );
  }

  async images({ applicantId }: VerificationRun): Promise<VerificationImages> {
    const { documents } = await this.#read(`/documents?${of(applicantId)}`, documentList);
    const image = (side: string) => documents.findLast((each) => (each.side ?? 'front') === side);
    const [front, back] = [image('front'), image('back')];
    return {
      front: front ? await this.#download(`/documents/${front.id}/download`) : null,
      back: back ? await this.#download(`/documents/${back.id}/download`) : null,
      selfiemotion: await this.#selfie(applicantId),
    };
  }

  async forget(applicantId: string): Promise<void> {
    await this.#ask(`/applicants/${encodeURIComponent(applicantId)}`, { method: 'DELETE' }, gone);
  }

  /** A motion capture, else a live video, else a photo, depending on what the workflow asks for. */
  async #selfie(applicantId: string): Promise<VerificationImage | null> {
    for (const kind of ['motion_captures', 'live_videos', 'live_photos'] as const) {
      const captures = await this.#read(`/${kind}?${of(applicantId)}`, captureList(kind));
      const newest = captures.at(-1);
      if (newest) return this.#download(`/${kind}/${newest.id}/download`);
    }
    return null;
  }

  async #reports(workflowRunId: string): Promise<Reports> {
    const path = `/workflow_runs/${encodeURIComponent(workflowRunId)}/tasks`;
    const tasks = await this.#read(path, taskList);
    const report = async (begins: string) => {
      const task = tasks.findLast(({ task_def_id }) => task_def_id.startsWith(begins));
      if (!task) return null;
      const { output } = await this.#read(`${path}/${encodeURIComponent(task.id)}`, reportTask);
      return output ?? null;
    };
    return {
      document: await report(reportTasks.document),
      face: await report(reportTasks.face),
      device: await report(reportTasks.device),
    };
  }

  #send<T>(path: string, schema: z.ZodType<T>, body: object): Promise<T> {
    return this.#read(path, schema, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  async #read<T>(path: string, schema: z.ZodType<T>, init: RequestInit = {}): Promise<T> {
    const response = await this.#ask(path, init);
    const parsed = schema.safeParse(await response.json().catch(() => null));
    if (!parsed.success) throw new VerifierFailed(`an answer of another shape to ${placeOf(path)}`);
    return parsed.data;
  }

  async #download(path: string): Promise<VerificationImage> {
    const response = await this.#ask(path);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (bytes.length === 0 || bytes.length > IMAGE_LIMIT)
      throw new VerifierFailed('an image of a wrong size');
    const type = response.headers.get('content-type')?.split(';')[0]?.trim() ?? '';
    return { bytes, type };
  }

  /**
   * @param alsoFine statuses that are accepted besides 2xx
   * @throws VerifierFailed without the body of the answer, which may repeat what was sent
   */
  async #ask(path: string, init: RequestInit = {}, alsoFine: readonly number[] = []): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(this.#options.url + path, {
        ...init,
        headers: { ...init.headers, authorization: `Token token=${this.#options.apiToken}` },
        signal: AbortSignal.timeout(TIMEOUT),
      });
    } catch (error) {
      throw new VerifierFailed(
        `no answer to ${placeOf(path)}: ${error instanceof Error ? error.name : 'error'}`,
      );
    }
    if (!response.ok && !alsoFine.includes(response.status)) {
      await response.body?.cancel();
      throw new VerifierFailed(`${response.status} to ${placeOf(path)}`, isOutageStatus(response.status));
    }
    return response;
  }
}

const of = (applicantId: string) => new URLSearchParams({ applicant_id: applicantId }).toString();

/** The path without ids, for the log. */
const placeOf = (path: string) => path.replace(/\?.*$/, '').replaceAll(/[0-9a-f-]{36}/g, ':id');
