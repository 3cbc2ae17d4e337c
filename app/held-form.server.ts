import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { compareShownFor } from '#modules/enterprise/index.ts';
import { isShownFor, readShownFor } from '#modules/identity/index.ts';
import { Refusal, type Visit } from '#modules/platform/index.ts';
import { keepOnlyField, shownForField, shownForHeader } from './intents.ts';
import { loadBrand } from './routes/shell/brand.server.ts';
import type { SessionChange, TypedText } from './session-change.ts';

/**
 * Forms that are read but not acted on (D112): those of a page that was shown for another account, and those that the
 * page's script sends only so that what was typed is kept.
 */

type Args = LoaderFunctionArgs | ActionFunctionArgs;

interface ReadMark {
  mark: string;
  /** Why the form must not be acted on. */
  held: 'another' | 'unmarked' | 'keep-only' | null;
}

const readMarks = new WeakMap<Visit, ReadMark>();

/** Pages of the signed-in area. Each of their forms says whom it was shown for. */
export function isSignedInArea(path: string): boolean {
  return /^\/(?:user|admin|invitations)(?:[/.]|$)/.test(path);
}

/** Takes the fields with which the page says whom it was shown for out of a form, and remembers whether it may be used. */
export async function takeMark({ request, context }: ActionFunctionArgs, formData: FormData): Promise<void> {
  const mark = String(formData.get(shownForField) ?? request.headers.get(shownForHeader) ?? '');
  const keepOnly = formData.has(keepOnlyField);
  formData.delete(shownForField);
  formData.delete(keepOnlyField);
  const isOurs = isSignedInArea(new URL(request.url).pathname);
  if (!mark && !keepOnly && !isOurs) return;
  const { visit, portal } = context;
  // If the database does not answer, the operation says so.
  const caller = await visit.caller().catch(() => null);
  const shownFor = readShownFor(portal.keys, mark);
  const held = () => {
    if (keepOnly) return 'keep-only';
    if (!caller) return null;
    if (!shownFor) return 'unmarked';
    return isShownFor(shownFor, caller) ? null : 'another';
  };
  readMarks.set(visit, { mark, held: held() });
}

/** The mark of whom the page of the form was shown for; null if the form was not read, or does not say. */
export function markOfForm({ context: { visit } }: Args): string | null {
  return readMarks.get(visit)?.mark || null;
}

/** Why the form of this request must not be acted on; null if it may. */
export async function heldForm(args: Args): Promise<ReadMark['held']> {
  const { request, context } = args;
  if (request.method === 'GET' || request.method === 'HEAD') return null;
  const read = readMarks.get(context.visit);
  if (
    !read &&
    isSignedInArea(new URL(request.url).pathname) &&
    (await context.visit.caller().catch(() => null))
  ) {
    throw new Error(
      'A form of the signed-in area must be read with readForm before an operation changes anything',
    );
  }
  return read?.held ?? null;
}

/**
 * The answer to a form that must not be acted on.
 * @param typed what was typed, as far as the form is known
 */
export async function heldAnswer(args: Args, typed: TypedText[] = []): Promise<Response> {
  const { visit, portal } = args.context;
  const { mark = '', held } = readMarks.get(visit) ?? {};
  if (held === 'keep-only') return redirect('/login');
  const { text, status } = new Refusal('page-of-another');
  if (held !== 'another') return new Response(text, { status });
  const { shown, now } = await portal.perform(compareShownFor, { mark }, visit);
  const page = pageOf(args) ?? '/user';
  const { view: brand } = await loadBrand({ portal, visit });
  const change: SessionChange = { kind: 'session-change', shown, now, typed, page, brand };
  return Response.json(change, { status });
}

/** The page that a request is about. For a form, it is the page that contains the form; null if it is unknown. */
export function pageOf({ request, context: { visit } }: Args): string | null {
  const { pathname, search } = new URL(request.url);
  if (request.method === 'GET') return pathname.replace(/\.data$/, '') + search;
  const from = request.headers.get('Referer') ?? '';
  if (!URL.canParse(from)) return null;
  const page = new URL(from);
  return page.origin === visit.origin ? page.pathname + page.search : null;
}
