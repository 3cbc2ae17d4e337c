import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newId } from '#modules/platform/index.ts';
import { nameOnLicense, outcomeOf } from '#sandboxes/idv/index.ts';

/**
 * A server that answers like Onfido's API v3.6, in the formats of its OpenAPI description: applicants, runs of one
 * workflow with its tasks, documents and captures. The last name determines the outcome, as in the sandbox.
 */

const TOKEN = 'api_live_us.token-of-the-tests';
const WORKFLOW = '33333333-3333-4333-8333-333333333333';

interface Run {
  id: string;
  applicant_id: string;
  status: string;
}

interface Applicant {
  id: string;
  first_name: string;
  last_name: string;
  dob?: string;
}

interface Answer {
  status: number;
  json?: unknown;
  file?: { type: string; bytes: Buffer };
}

const wrong = (status: number, type: string, message: string): Answer => ({
  status,
  json: { error: { type, message, fields: {} } },
});
const missing = wrong(404, 'resource_not_found', 'Could not find the requested resource');

export async function onfidoServer() {
  const applicants = new Map<string, Applicant>();
  const deleted = new Set<string>();
  const runs = new Map<string, Run>();

  const runAnswer = (run: Run) => ({
    ...run,
    workflow_id: WORKFLOW,
    workflow_version_id: 11,
    dashboard_url: `https://dashboard.onfido.com/results/${run.id}`,
    output: null,
    reasons: run.status === 'review' ? ['Glare on the back.'] : [],
    error: null,
    sdk_token: run.status === 'awaiting_input' ? 'sdk.token' : null,
    link: {
      url: `https://eu.onfido.app/l/${run.id}`,
      completed_redirect_url: null,
      expired_redirect_url: null,
      expires_at: null,
      language: null,
    },
    tags: [],
    created_at: '2026-11-23T05:00:00Z',
    updated_at: '2026-11-23T05:00:00Z',
  });

  const tasks = {
    start_0: { task_def_id: 'start', output: null },
    profile_1: { task_def_id: 'profile_data', output: { first_name: 'Pat' } },
    document_check_2: { task_def_id: 'document_check', output: documentReport },
    face_check_motion_3: {
      task_def_id: 'face_check_motion',
      output: () => ({ result: 'clear', properties: { score: 0.9 } }),
    },
    device_intelligence_4: { task_def_id: 'device_intelligence_check', output: () => ({ result: 'clear' }) },
  } as const;

  function documentReport({ first_name, last_name, dob }: Applicant) {
    const outcome = outcomeOf(last_name);
    const license = nameOnLicense({ firstname: first_name, lastname: last_name });
    if (outcome === 'blurred') {
      return {
        result: 'consider',
        sub_result: 'rejected',
        breakdown: {
          image_integrity: { result: 'consider', breakdown: { image_quality: { result: 'consider' } } },
        },
        properties: {},
      };
    }
    const unreadable = outcome === 'review';
    return {
      result: outcome === 'approved' ? 'clear' : 'consider',
      sub_result: outcome === 'approved' ? 'clear' : outcome === 'rejected' ? 'suspected' : 'caution',
      breakdown: {
        data_validation: { result: unreadable ? 'consider' : 'clear' },
        age_validation: { result: null },
        visual_authenticity: { result: outcome === 'rejected' ? 'consider' : 'clear' },
      },
      properties: {
        document_type: 'driving_licence',
        first_name: license.firstname,
        middle_name: license.middlename || null,
        last_name: license.lastname,
        date_of_birth: dob,
        date_of_expiry: unreadable ? null : '2031-04-17',
        issuing_country: 'USA',
        issuing_state: 'TX',
        document_numbers: [{ type: 'document_number', value: '12345678' }],
        barcode: unreadable ? [] : [{ last_name: license.lastname, date_of_expiry: '2031-04-17' }],
      },
    };
  }

  const ofRun = (run: Run, name: keyof typeof tasks) => {
    const applicant = applicants.get(run.applicant_id);
    const { task_def_id, output } = tasks[name];
    return {
      id: name,
      workflow_run_id: run.id,
      task_def_id,
      task_def_version: null,
      input: {},
      output: typeof output === 'function' && applicant ? output(applicant) : output,
      created_at: '2026-11-23T05:00:00Z',
      updated_at: '2026-11-23T05:00:00Z',
    };
  };

  /** Whether the person has taken the images; before that, nothing is uploaded. */
  const hasImages = (applicantId: string) =>
    [...runs.values()].some((run) => run.applicant_id === applicantId && run.status !== 'awaiting_input');

  function begin(body: Record<string, unknown>): Answer {
    const applicantId = String(body.applicant_id);
    if (deleted.has(applicantId))
      return wrong(410, 'scheduled_for_deletion', 'The applicant is scheduled for deletion');
    if (body.workflow_id !== WORKFLOW || !applicants.has(applicantId))
      return wrong(422, 'validation_error', 'There was a validation error on this request');
    const run = { id: newId(), applicant_id: applicantId, status: 'awaiting_input' };
    runs.set(run.id, run);
    return { status: 201, json: runAnswer(run) };
  }

  function applicantOf(id: string, method: string): Answer {
    if (deleted.has(id))
      return wrong(410, 'scheduled_for_deletion', 'The applicant is scheduled for deletion');
    const applicant = applicants.get(id);
    if (!applicant) return missing;
    if (method !== 'DELETE') return { status: 200, json: applicant };
    deleted.add(id);
    return { status: 204 };
  }

  function ofResource(path: readonly string[], applicantId: string | null): Answer {
    const [kind = '', id, last] = path;
    if (last === 'download') {
      const type = kind === 'documents' ? 'image/jpeg' : 'video/mp4';
      return { status: 200, file: { type, bytes: Buffer.from(`${kind} ${id}`) } };
    }
    if (!applicantId || deleted.has(applicantId)) return missing;
    const there = hasImages(applicantId);
    if (kind === 'documents') {
      const documents = ['front', 'back'].map((side) => ({
        id: newId(),
        side,
        type: 'driving_licence',
        file_type: 'jpg',
      }));
      return { status: 200, json: { documents: there ? documents : [] } };
    }
    return {
      status: 200,
      json: { [kind]: there && kind === 'motion_captures' ? [{ id: newId(), file_type: 'mp4' }] : [] },
    };
  }

  function answer(method: string, url: URL, body: Record<string, unknown>): Answer {
    const [, kind = '', id = '', part, task] = url.pathname.replace(/^\/v3\.6/, '').split('/');
    if (kind === 'applicants' && method === 'POST') {
      const applicant = { id: newId(), ...(body as Omit<Applicant, 'id'>) };
      applicants.set(applicant.id, applicant);
      return { status: 201, json: { ...applicant, sandbox: false } };
    }
    if (kind === 'applicants') return applicantOf(id, method);
    if (kind === 'workflow_runs' && method === 'POST') return begin(body);
    if (kind !== 'workflow_runs')
      return ofResource([kind, id, part ?? ''], url.searchParams.get('applicant_id'));
    const run = runs.get(id);
    if (!run || deleted.has(run.applicant_id)) return missing;
    if (part !== 'tasks') return { status: 200, json: runAnswer(run) };
    const names = Object.keys(tasks) as (keyof typeof tasks)[];
    const name = names.find((each) => each === task);
    if (name) return { status: 200, json: ofRun(run, name) };
    return {
      status: 200,
      json: names.map((each) => ({ ...ofRun(run, each), input: undefined, output: undefined })),
    };
  }

  const server = createServer(async (request, response) => {
    const body = await readJson(request);
    const given =
      request.headers.authorization === `Token token=${TOKEN}`
        ? answer(request.method ?? 'GET', new URL(request.url ?? '/', 'http://onfido'), body)
        : wrong(401, 'authorization_error', 'Authorization error: please re-check your credentials');
    if (given.file)
      return void response.writeHead(given.status, { 'content-type': given.file.type }).end(given.file.bytes);
    response.writeHead(given.status, { 'content-type': 'application/json' });
    response.end(given.json === undefined ? undefined : JSON.stringify(given.json));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    options: { url: `http://127.0.0.1:${port}/v3.6`, apiToken: TOKEN, workflowId: WORKFLOW },
    /** The person takes the images, and the workflow decides. */
    async takeImages(runId: string): Promise<void> {
      const run = runs.get(runId);
      const lastname = applicants.get(run?.applicant_id ?? '')?.last_name;
      if (!run || !lastname) throw new Error('no such run');
      const statuses = {
        approved: 'approved',
        review: 'review',
        rejected: 'declined',
        blurred: 'declined',
        stays: 'processing',
      };
      run.status = statuses[outcomeOf(lastname)];
    },
    close: () => server.close(),
  };
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : {};
}
