import { createHash } from 'node:crypto';
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { forgetKeptText, keepText, listKeptTexts, mayKeepText } from '#modules/identity/index.ts';
import { keptTextBytes, keptTextLifetime } from '#modules/identity/limits.ts';
import type { AnyField, Fields } from '#modules/platform/fields/field.ts';
import { echoOf } from '#modules/platform/fields/form.ts';
import type { RootForms } from './components/form/shown-for.tsx';
import { heldAnswer, heldForm, markOfForm, pageOf } from './held-form.server.ts';
import { formName } from './intents.ts';
import { keptPageOf } from './kept-page.ts';
import type { TypedText } from './session-change.ts';

/**
 * What was typed into a form that cannot be acted on now: the session has ended, new terms have to be accepted, or
 * somebody else is logged in. It is kept for the account that the page was shown for, and the form shows it again.
 */

/** Says that something may be kept, so that pages look for it only then. */
const cookie = 'kept';

/** In characters, as the database and `keepText` take it. */
const LONGEST_PLACE = 300;

type Values = Record<string, unknown>;

/** The most bytes in which a browser sends what may be kept: each byte of a text takes three, such as `%3C`. */
const longestSent = 3 * keptTextBytes;

/** Whether the form of a request without a session is read all the same. */
export async function isReadToKeep({ request, context }: ActionFunctionArgs): Promise<boolean> {
  const { portal, visit } = context;
  // The texts of a form with files are limited as it is read.
  if (!isMultipart({ request }) && Number(request.headers.get('Content-Length') ?? 0) > longestSent)
    return false;
  return (await portal.perform(mayKeepText, {}, visit)).may;
}

function isMultipart({ request }: Pick<ActionFunctionArgs, 'request'>): boolean {
  return /^multipart\//i.test(request.headers.get('Content-Type') ?? '');
}

/** A form that was sent. */
interface SentForm {
  fields: Fields;
  /**
   * Everything that it sent, as conform reads it.
   * @throws Response 400 if it is not a form of the portal
   */
  payload: () => Values;
}

/** Runs what decides whether a form may be acted on, and keeps what was typed if that leads to another page. */
export async function keeping<T>(
  args: ActionFunctionArgs,
  sent: SentForm,
  run: () => Promise<T>,
): Promise<T> {
  const held = await heldForm(args);
  if (held) {
    if (held === 'keep-only') await keep(args, sent);
    throw await heldAnswer(args, textsOf(sent.fields, echoOf(sent.fields, sent.payload())));
  }
  try {
    return await run();
  } catch (thrown) {
    if (thrown instanceof Response) await keep(args, sent);
    throw thrown;
  }
}

async function keep(args: ActionFunctionArgs, { fields, payload }: SentForm): Promise<void> {
  const { portal, visit } = args.context;
  const mark = markOfForm(args);
  if (!mark) return;
  const { [formName]: form, ...sent } = orNothing(payload);
  const values = echoOf(fields, sent);
  // A form with files alone is remembered too, so that it says that they have to be chosen again.
  if (typeof form !== 'string' || (textsIn(values) === 0 && !isMultipart(args))) return;
  const page = keptPage(args);
  const { kept } = await portal.perform(keepText, { page, form, values, mark }, visit);
  if (kept) visit.cookies.set(cookie, '1', { maxAge: keptTextLifetime });
}

/** A form that is not one of the portal has nothing to keep. */
function orNothing(payload: () => Values): Values {
  try {
    return payload();
  } catch (thrown) {
    if (thrown instanceof Response) return {};
    throw thrown;
  }
}

/** Forgets what was kept for a form once it has been acted on. */
export async function forgetKept(args: ActionFunctionArgs, form: unknown): Promise<void> {
  const { portal, visit } = args.context;
  if (visit.cookies.get(cookie) === undefined || typeof form !== 'string') return;
  if ((await visit.caller()) === null) return;
  await portal.perform(forgetKeptText, { page: keptPage(args), form }, visit);
}

function keptPage(args: ActionFunctionArgs): string {
  const { pathname, search } = new URL(pageOf(args) ?? args.request.url, 'http://localhost');
  return placeOf(keptPageOf(pathname, search));
}

/** Under which name it is stored: that of the page, or a fingerprint of one whose query is long. */
function placeOf(page: string): string {
  if (page.length <= LONGEST_PLACE) return page;
  return `/${createHash('sha256').update(page).digest('hex')}`;
}

/** What was kept for the forms of a page, for the root's loader. */
export async function loadKept({
  request,
  context: { portal, visit },
}: LoaderFunctionArgs): Promise<RootForms['kept']> {
  if (visit.cookies.get(cookie) === undefined) return null;
  const caller = await visit.caller();
  if (!caller?.twoStepDone || !caller.termsAccepted || !caller.emailVerified) return null;
  const { pathname, search } = new URL(request.url);
  const page = keptPageOf(pathname, search);
  const { forms } = await portal.perform(listKeptTexts, { page: placeOf(page) }, visit);
  return Object.keys(forms).length > 0 ? { page, forms } : null;
}

/** How many values somebody may have typed or chosen. A form of buttons alone has none. */
function textsIn(values: Values): number {
  return Object.values(values).filter((value) => value !== '' && value !== undefined).length;
}

/** The texts among the values of a form, with the labels of their fields. */
function textsOf(fields: Fields, values: Values): TypedText[] {
  return Object.entries(fields).flatMap(([name, field]) => textsOfField(field, values[name]));
}

const notTyped: readonly AnyField['kind'][] = [
  'choice',
  'many',
  'tick',
  'agreement',
  'id',
  'number',
  'data',
  'key',
];

function textsOfField(field: AnyField, value: unknown): TypedText[] {
  if (field.kind === 'rows') {
    if (!Array.isArray(value)) return [];
    return value.flatMap((row) => (typeof row === 'object' && row ? textsOf(field.of, row as Values) : []));
  }
  if (notTyped.includes(field.kind) || typeof value !== 'string' || value.trim() === '') return [];
  return [{ label: field.label, text: value }];
}
