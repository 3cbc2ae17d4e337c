import type { Location } from '@remix-run/react';
import { encode } from 'turbo-stream';
import { SECOND } from '#modules/platform/browser.ts';
import { revalidateQuietly } from '../quiet-revalidation.ts';
import { lostAnswer } from './lost.ts';
import { tellAnswered, tellLost } from './notice.ts';
import { isJson, type Lost, requestWhole } from './request.ts';

/**
 * Remix replaces the page by its error page if a request for data gets no answer, whoever asked: a link, an autosave, a
 * switch, or the page itself. Everything that was typed is lost then. So requests of Remix that are lost are answered
 * here instead, and the page stays:
 *
 * - a form's post: `lostAnswer`, by which its fetcher knows that it was not saved; a page's form stays as it is
 * - the data of a page that was asked for: the navigation ends where it began
 * - the data of the shown page, after a save or by itself: what is shown, until it can be loaded
 */
export function keepPage(): void {
  const send = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    if (!(input instanceof URL)) return send(input, init);
    const { pathname } = input;
    const isManifest = pathname === manifest;
    if (!isManifest && !pathname.endsWith('.data')) return send(input, init);
    // A poll compares the answers itself and does not replace the page.
    if (new Headers(init?.headers).has('X-Polling')) return send(input, init);
    const posts = (init?.method ?? 'GET').toUpperCase() !== 'GET';
    const shows = !posts && isOf(input, window.__remixRouter.state.location);
    const answer = await requestWhole(send, input, init, (response, text) => {
      if (isManifest) return response.status === 204 || isJson(response);
      if (!isData(response)) return false;
      if (response.status < 500) return true;
      // A refused form says why, whatever its status. The page that is asked for may fail and show its error, but one that
      // is shown already should not.
      if (posts) return !failed(text);
      return !shows && !outOfOrder.includes(response.status);
    });
    if (answer instanceof Response) {
      tellAnswered();
      if (shows) clearTimeout(later);
      return answer;
    }
    if (posts) {
      tellLost(texts.post[answer]);
      return new Response(encode({ data: lostAnswer }), { status: 503 });
    }
    const signal = init?.signal ?? undefined;
    return isManifest ? lostManifest(answer, input, signal) : lostData(answer, input, signal);
  };
  window.__routeModuleLost = lostModule;
  window.addEventListener('click', holdLink);
  window.addEventListener('submit', holdForm);
}

declare global {
  interface Window {
    /** Called in place of Remix's own reload of the page (vite.config.ts). */
    __routeModuleLost: (address: string) => Promise<object>;
  }
}

const manifest = '/__manifest';

const texts = {
  post: {
    offline: 'That didn’t go through, because you’re offline. Try again when you’re connected.',
    // The answer may be lost after the portal has saved the form.
    silent: 'We didn’t get an answer. Check whether your change was saved before you try again.',
  },
  page: {
    offline: 'You’re offline, so the page can’t open. Try again when you’re connected.',
    silent: 'The page didn’t open. Please try again in a moment.',
  },
} satisfies Record<string, Record<Lost, string>>;

const isData = (response: Response) =>
  response.status === 204 || (response.headers.get('Content-Type')?.startsWith('text/x-script') ?? false);

/** The statuses of a portal that is not there or too busy: the page that was asked for opens in a moment. */
const outOfOrder = [502, 503, 504];

/** Whether what a form was answered in Remix's format is an error. */
function failed(text: string): boolean {
  const [, outcome] = JSON.parse(text.split('\n', 1)[0] ?? '[]') as unknown[];
  return outcome === 'error';
}

type Place = Pick<Location, 'pathname' | 'search'>;

/** Whether an address is that of the data of a page. */
function isOf({ pathname, searchParams }: URL, place: Place): boolean {
  const own = place.pathname === '/' ? '/_root.data' : `${place.pathname.replace(/\/$/, '')}.data`;
  return pathname === own && searchOf(searchParams) === searchOf(new URLSearchParams(place.search));
}

/** Remix itself adds `_routes`, and takes `index` away. */
function searchOf(query: URLSearchParams): string {
  const own = [...query].filter(([name, value]) => name !== '_routes' && !(name === 'index' && !value));
  return new URLSearchParams(own).toString();
}

const isSame = (one: Place, other: Place) => one.pathname === other.pathname && one.search === other.search;

/** The page that is being opened; null if there is none. */
function opening(): Location | null {
  const { navigation, location } = window.__remixRouter.state;
  return navigation.location && !isSame(navigation.location, location) ? navigation.location : null;
}

function lostData(why: Lost, address: URL, signal: AbortSignal | undefined): Response | Promise<never> {
  const { location, loaderData } = window.__remixRouter.state;
  const opened = opening();
  if (opened && isOf(address, opened)) {
    stay(why);
    return untilAborted(signal);
  }
  // Of a fetcher: no data.
  if (!isOf(address, location)) return new Response(encode({}));
  loadLater();
  const shown = Object.entries(loaderData).map(([route, data]) => [route, { data }]);
  return new Response(encode(Object.fromEntries(shown)));
}

/** Ends a navigation where it began. */
function stay(why: Lost): void {
  const router = window.__remixRouter;
  const { navigation, location } = router.state;
  const opened = opening();
  if (!opened) return;
  // The form that led there was saved, and would be sent again.
  const saved = navigation.formMethod !== undefined && navigation.formMethod.toUpperCase() !== 'GET';
  if (saved) {
    window.location.assign(hrefOf(opened));
    return;
  }
  tellLost(texts.page[why]);
  // After Back or Forward the browser is at the other address already.
  const left = !isSame(window.location, location);
  void router.navigate(hrefOf(location), {
    replace: !left,
    preventScrollReset: true,
    state: location.state,
  });
}

const hrefOf = ({ pathname, search, hash }: Location) => pathname + search + hash;

function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
}

/** In milliseconds: after this time, or when the device is online again, lost data is asked for again. */
const AGAIN = 10 * SECOND;

function waitForTurn(): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, AGAIN);
    window.addEventListener('online', go);
  });
}

let later: ReturnType<typeof setTimeout> | undefined;

/** Loads the data of the shown page again in a while. */
function loadLater(): void {
  clearTimeout(later);
  later = setTimeout(revalidateQuietly, AGAIN);
}

/** The list of routes is asked for by a navigation, or in advance, or by a fetcher; the last two can wait. */
async function lostManifest(why: Lost, address: URL, signal: AbortSignal | undefined): Promise<Response> {
  if (opening()) {
    stay(why);
    return untilAborted(signal);
  }
  await waitForTurn();
  return window.fetch(address, signal ? { signal } : {});
}

/**
 * The script of a page could not be loaded. If the portal answers, the script is one of a former release, and the page
 * that was asked for is loaded as a document, which has the new ones. Otherwise the script is loaded later: a fetcher
 * waits for it, and a page that was not opened has it then.
 */
async function lostModule(address: string): Promise<object> {
  const wanted = opening();
  for (;;) {
    const found = await requestWhole(
      window.fetch,
      address,
      { method: 'HEAD', cache: 'no-store' },
      () => true,
    );
    const now = opening();
    // Another page may be opened meanwhile, which does not need this script.
    const opened = now && wanted && isSame(now, wanted) ? now : null;
    if (found instanceof Response) {
      if (opened) {
        window.location.assign(hrefOf(opened));
        return new Promise(() => undefined);
      }
      const loaded = await import(/* @vite-ignore */ address).catch(() => null);
      if (loaded) return loaded;
    } else if (opened) stay(found);
    await waitForTurn();
  }
}

/** A link that the browser itself would follow, which replaces the page by the browser's own error page. */
function holdLink(event: MouseEvent): void {
  if (navigator.onLine || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || !/^https?:$/.test(link.protocol) || !['', '_self'].includes(link.target)) return;
  if (link.hash && isSame(link, window.location) && link.origin === window.location.origin) return;
  event.preventDefault();
  tellLost(texts.page.offline);
}

/** A form that the browser itself would send. */
function holdForm(event: SubmitEvent): void {
  if (navigator.onLine || event.defaultPrevented) return;
  event.preventDefault();
  tellLost(texts.post.offline);
}
