import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { craContract } from './applications/index.ts';
import { documentedEvents } from './enterprise/index.ts';
import {
  type AnyOperation,
  CALL_BASE,
  type CallExample,
  type CallView,
  type DocumentedCall,
  type EventView,
  errorsOf,
  eventViewOf,
  type Findable,
  type Found,
  fieldsOf,
  hubDialect,
  jsonSchemaOf,
  KEY_CALL_BASE,
  keyDialect,
  openApiOf,
  type Portal,
  type Surface,
  searchReference,
  viewOf,
} from './platform/index.ts';
import { refusals } from './words.ts';

/**
 * The reference of the calls (/api): one list of all calls and events, made from their declarations. The document for
 * machines, the pages and the search are made from it.
 */

/** The chapters of the calls under /hub/api, by the module of their operations. */
const chapters: Readonly<Record<string, string>> = {
  identity: 'Accounts',
  enterprise: 'Companies',
  applications: 'Background checks',
  purchasing: 'Purchases',
  network: 'Network',
};

/** The codes that any call may answer, whatever it does. */
const anyCall = [
  'invalid-input',
  'not-json',
  'too-large',
  'foreign-origin',
  'throttled',
  'failed',
  'unavailable',
];

/** The same for calls with a key. */
const anyKeyCall = [
  ...anyCall.filter((code) => code !== 'foreign-origin'),
  ...['missing', 'wrong', 'revoked', 'expired', 'stopped', 'foreign-address', 'scope'].map(
    (what) => `enterprise.api-key-${what}`,
  ),
];
const anyKeyPost = [
  ...anyKeyCall,
  ...['key', 'reused', 'in-flight'].map((what) => `enterprise.idempotency-${what}`),
];

/** The parts of the reference, in their order. */
const surfaceTitles: Readonly<Record<Surface, string>> = {
  company: 'Company API',
  portal: 'Portal, signed in',
  staff: 'Staff',
  public: 'Public',
};

type Described = Pick<Portal, 'calls' | 'config'> & { keyCalls: Pick<Portal['keyCalls'], 'rows'> };

const made = new WeakMap<object, readonly DocumentedCall[]>();

/** Every call of a portal. */
function documentedCalls({ calls, keyCalls }: Described): readonly DocumentedCall[] {
  const known = made.get(calls) ?? describeCalls({ calls, keyCalls });
  made.set(calls, known);
  return known;
}

/** What is known of the calls beside their declarations. */
interface Known {
  examples: Record<string, CallExample>;
  /** The codes of refusals that the source of an operation names, by its name. */
  reachable: Record<string, string[]>;
}

function describeCalls({ calls, keyCalls }: Omit<Described, 'config'>): DocumentedCall[] {
  // Read when somebody asks for the reference, so that no process starts with them.
  const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8'));
  const known: Known = { examples: read('call-examples.json'), reachable: read('call-refusals.json') };
  return [
    ...keyCalls.rows.map((call) => describeKeyCall(call, known)),
    ...calls.rows.map((call) => describeHubCall(call, known)),
  ];
}

function exampleOf(id: string, { examples }: Known): CallExample {
  const example = examples[id];
  if (!example) throw new Error(`${id} has no example: docs/recipes/add-a-call.md says how it gets one`);
  return example;
}

function describeHubCall(
  { method, path, operation }: Portal['calls']['rows'][number],
  known: Known,
): DocumentedCall {
  const id = `${method}${path.replaceAll('/', '-')}`.toLowerCase();
  const surface = surfaceOf(operation);
  const [module = ''] = operation.name.split('.');
  return {
    id,
    method,
    path: `${CALL_BASE}${path}`,
    operation,
    surface,
    group: surface === 'staff' ? staffChapter(path) : (chapters[module] ?? module),
    dialect: hubDialect,
    refusals: refusalsOf(operation, known),
    common: anyCall,
    example: exampleOf(id, known),
  };
}

function describeKeyCall(
  { route, operation, lines }: Portal['keyCalls']['rows'][number],
  known: Known,
): DocumentedCall {
  const [method = '', path = ''] = route.split(' ');
  const id = `${method}-v1${path.replaceAll(/[/:]+/g, '-')}`.toLowerCase();
  const [, subject = ''] = path.split('/');
  const { scope } = operation.access;
  return {
    id,
    method: method as DocumentedCall['method'],
    path: `${KEY_CALL_BASE}${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    operation,
    surface: 'company',
    group:
      subject === 'me'
        ? 'The key'
        : (subject.charAt(0).toUpperCase() + subject.slice(1)).replaceAll('-', ' '),
    ...(scope ? { scope } : {}),
    dialect: keyDialect,
    refusals: refusalsOf(operation, known),
    common: method === 'POST' ? anyKeyPost : anyKeyCall,
    lines,
    example: exampleOf(id, known),
  };
}

function surfaceOf({ access, name }: AnyOperation): Surface {
  if (access.admits.includes('anonymous')) return 'public';
  const ofStaff = name.startsWith('admin.') || access.admits.every((actor) => actor === 'staff');
  return ofStaff ? 'staff' : 'portal';
}

/** The chapters of the console, by what a call's name is about. */
function staffChapter(path: string): string {
  if (/enterprise|domain|package/.test(path)) return 'Companies';
  if (
    /alert|dashboard|irecord|monitor|score|bgcheck|backgroundcheck|verif|expiration|report|shieldid|profiles|application|pdf/.test(
      path,
    )
  )
    return 'Background checks';
  return 'People';
}

/** The codes that the source of an operation names, and those that follow from its declaration. */
function refusalsOf({ name, input, inPersonOnly }: AnyOperation, { reachable }: Known): string[] {
  const hasIds = JSON.stringify(jsonSchemaOf(input)).includes('"uuid"');
  const codes = [
    ...(reachable[name] ?? []),
    ...(inPersonOnly ? ['not-in-admin-session'] : []),
    ...(hasIds ? ['not-found'] : []),
  ];
  return [...new Set(codes)].filter((code) => !anyCall.includes(code));
}

/** The OpenAPI document of a portal. */
export function referenceDocument(portal: Described): object {
  return openApiOf({
    title: 'ShieldHub API',
    server: portal.config.publicUrl,
    sessionCookie: cookieOf(portal),
    calls: documentedCalls(portal),
    events: documentedEvents,
    refusals,
  });
}

const cookieOf = ({ config }: Described) => `${config.cookies.prefix}session`;

/** The contents of the reference. */
export interface Contents {
  surfaces: { title: string; groups: { title: string; to: string; count: number }[] }[];
  /** How many events are sent to companies, and how many requests an agency gets. */
  events: number;
  requests: number;
  hasKeys: boolean;
}

export function readContents(portal: Described): Contents {
  const calls = documentedCalls(portal);
  return {
    surfaces: (Object.keys(surfaceTitles) as Surface[]).flatMap((surface) => {
      const own = calls.filter((call) => call.surface === surface);
      const groups = [...Map.groupBy(own, ({ group }) => group)].map(([title, members]) => ({
        title,
        to: addressOf(surface, title),
        count: members.length,
      }));
      return groups.length === 0 ? [] : [{ title: surfaceTitles[surface], groups }];
    }),
    events: documentedEvents.length,
    requests: Object.keys(craContract.requests).length,
    hasKeys: calls.some(({ surface }) => surface === 'company'),
  };
}

export type { EventView };

const slugOf = (title: string) => title.toLowerCase().replaceAll(/[^a-z]+/g, '-');
const addressOf = (surface: Surface, group: string) => `/api/${surface}/${slugOf(group)}`;

/** A page of the reference: the calls of one group. */
export interface GroupPage {
  title: string;
  surface: Surface;
  calls: CallView[];
}

/** @returns null if there is no such group */
export function readGroup(portal: Described, surface: string, slug: string): GroupPage | null {
  const calls = documentedCalls(portal).filter(
    (call) => call.surface === surface && slugOf(call.group) === slug,
  );
  const [first] = calls;
  if (!first) return null;
  return {
    title: first.group,
    surface: first.surface,
    calls: calls.map((call) => viewOf(call, refusals, cookieOf(portal))),
  };
}

/** The refusals that any call may answer, and those of any call with a key. */
export function readCommonErrors() {
  return { session: errorsOf(anyCall, refusals), keyed: errorsOf(anyKeyPost, refusals) };
}

export function readEvents(): EventView[] {
  return documentedEvents.map(eventViewOf);
}

/** What the portal asks of a consumer reporting agency, and the events that it takes from one. */
export function readAgencyContract() {
  return {
    requests: Object.entries(craContract.requests).map(([name, request]) => ({
      id: name.toLowerCase(),
      method: request.method,
      path: request.path,
      summary: request.summary,
      takes: fieldsOf(jsonSchemaOf(request.body)),
      files: [...('files' in request ? request.files : [])],
      answers:
        typeof request.answer === 'object' && request.answer ? fieldsOf(jsonSchemaOf(request.answer)) : [],
      answersPdf: request.answer === 'pdf',
    })),
    events: craContract.event.options.map((option) => {
      const fields = fieldsOf(jsonSchemaOf(option));
      return { type: fields.find(({ name }) => name === 'type')?.type ?? '', fields };
    }),
  };
}

const indexes = new WeakMap<object, readonly Findable[]>();

/** Searches calls, their fields and their errors, events, and the agency's requests. */
export function findInReference(portal: Described, asked: string): Found {
  const index = indexes.get(portal.calls) ?? indexOf(portal);
  indexes.set(portal.calls, index);
  return searchReference(index, asked);
}

function indexOf(portal: Described): Findable[] {
  const findable = (title: string, note: string, method: string | null, to: string, more = ''): Findable => ({
    title,
    note,
    method,
    to,
    text: `${title} ${note} ${more}`.toLowerCase(),
  });
  const calls = documentedCalls(portal).map((call) => ({
    call,
    view: viewOf(call, refusals, cookieOf(portal)),
  }));
  const atCall = ({ call }: (typeof calls)[number]) => `${addressOf(call.surface, call.group)}#${call.id}`;
  const agency = readAgencyContract();
  return [
    ...calls.map((each) =>
      findable(each.view.summary, each.view.path, each.view.method, atCall(each), each.call.operation.name),
    ),
    ...readEvents().map(({ name, summary }) => findable(name, summary, null, '/api/webhooks')),
    ...agency.requests.map(({ id, summary, method, path }) =>
      findable(summary, path, method, `/api/agency#${id}`),
    ),
    ...agency.events.map(({ type }) =>
      findable(type, 'Event of an agency', null, `/api/agency#event-${type}`),
    ),
    ...calls.flatMap((each) => [
      ...each.view.takes.map(({ name, words }) =>
        findable(`${name}, sent`, each.view.path, each.view.method, atCall(each), words),
      ),
      ...each.view.answers.map(({ name, words }) =>
        findable(`${name}, answered`, each.view.path, each.view.method, atCall(each), words),
      ),
      ...each.view.errors.map(({ code, words }) =>
        findable(code, each.view.path, each.view.method, atCall(each), words),
      ),
    ]),
    ...readCommonErrors().session.map(({ code, words }) => findable(code, words, null, '/api/rules#errors')),
  ];
}
