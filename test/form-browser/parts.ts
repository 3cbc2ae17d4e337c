/** The parts of a page: its style sheets are read, and each part has to exist. */
import type { Caller } from './calling.ts';
import type { DomDocument } from './dom.ts';
import type { ResourceType } from './exchange.ts';
import { mediaHolds } from './media.ts';
import { readStyleSheet, type StyleSheet } from './style-sheet.ts';

/** By address or by text. The sheets of one portal do not change while its tests run. */
const sheets = new Map<string, Promise<StyleSheet>>();
/** The addresses of parts that this process has already asked for. */
const known = new Set<string>();

const empty: StyleSheet = { rules: [], layers: [] };

/** @returns the style sheets of the page, in their order */
export async function loadParts(
  document: DomDocument,
  page: URL,
  context: Caller,
  note: (fault: string) => void,
): Promise<StyleSheet[]> {
  const base = document.querySelector('base[href]')?.getAttribute('href') ?? '';
  const addressOf = (address: string) => new URL(address, new URL(base, page));
  const others = document
    .querySelectorAll(
      'script[src], img[src], link[rel~=icon][href], link[rel=manifest][href], link[rel=modulepreload][href]',
    )
    .map((element) => ({
      url: addressOf(element.getAttribute('src') ?? element.getAttribute('href') ?? ''),
      type:
        element.name === 'img'
          ? ('image' as const)
          : element.name === 'script'
            ? ('script' as const)
            : ('other' as const),
    }))
    .filter(({ url }) => url.protocol === 'http:' || url.protocol === 'https:');
  const [styles] = await Promise.all([
    Promise.all(
      document.querySelectorAll('link[rel~=stylesheet][href], style').map((element) => {
        const media = element.getAttribute('media');
        if (media && !mediaHolds(media)) return empty;
        if (element.name === 'style') return readOnce(element.textContent, page);
        return loadSheet(addressOf(element.getAttribute('href') ?? ''), page, context, note);
      }),
    ),
    ...others.map(({ url, type }) => checkPart(url, type, page, context, note)),
  ]);
  return styles;
}

/** A page of a first visit contains the whole style sheet. */
function readOnce(text: string, page: URL): Promise<StyleSheet> {
  const kept = sheets.get(text) ?? Promise.resolve(readStyleSheet(text, page.href));
  sheets.set(text, kept);
  return kept;
}

function loadSheet(url: URL, page: URL, context: Caller, note: (fault: string) => void): Promise<StyleSheet> {
  const kept = sheets.get(url.href);
  if (kept) return kept;
  const loaded = fetchPart(url, 'stylesheet', page, context, note).then(async (response) =>
    response ? readStyleSheet(await response.text(), url.href) : empty,
  );
  sheets.set(url.href, loaded);
  return loaded;
}

async function checkPart(
  url: URL,
  type: ResourceType,
  page: URL,
  context: Caller,
  note: (fault: string) => void,
): Promise<void> {
  if (known.has(url.href)) return;
  known.add(url.href);
  await fetchPart(url, type, page, context, note);
}

async function fetchPart(
  url: URL,
  type: ResourceType,
  page: URL,
  context: Caller,
  note: (fault: string) => void,
) {
  try {
    const response = await context.call({
      method: 'GET',
      url,
      headers: {
        Accept: '*/*',
        Referer: page.href,
        'Sec-Fetch-Site': url.origin === page.origin ? 'same-origin' : 'cross-site',
        'Sec-Fetch-Mode': 'no-cors',
        'Sec-Fetch-Dest': type === 'stylesheet' ? 'style' : type,
      },
      body: null,
      type,
      initiator: page.href,
      isTopLevel: false,
    });
    if (response.status() < 400) return response;
    note(`answer: ${response.status()} ${url.href}`);
  } catch (error) {
    note(`request: GET ${url.href} ${error instanceof Error ? error.message : error}`);
  }
  return null;
}
