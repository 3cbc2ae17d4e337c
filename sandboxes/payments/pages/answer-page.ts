import { Problem } from '../problem.ts';
import type { Store } from '../store.ts';
import { answerCardFrame, showCardFrame } from './card-frame.ts';
import { answerChallenge, showChallenge } from './challenge-page.ts';
import { payOnCheckout, showCheckout } from './checkout-page.ts';
import { elementsScript } from './elements-script.ts';
import { type PageAnswer, plainPage } from './page-answer.ts';

/** Answers browser requests for the sandbox's pages. */
export async function answerPage(
  store: Store,
  method: string,
  url: URL,
  body: string,
  origin: string,
): Promise<PageAnswer> {
  const [, area = '', first = '', second = ''] = url.pathname.split('/');
  const posted = method === 'POST';
  try {
    if (area === 'c' && first === 'pay' && second) {
      return posted
        ? await payOnCheckout(store, second, new URLSearchParams(body))
        : await showCheckout(store, second);
    }
    if (area === 'challenge' && first) {
      const framed = url.searchParams.get('in') === 'frame';
      if (!posted) return await showChallenge(store, first, framed);
      return await answerChallenge(store, first, new URLSearchParams(body).get('outcome'), framed);
    }
    if (area === 'v3') return await answerScripts(store, posted, first, second, url, body, origin);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return plainPage(404, 'Something went wrong');
    throw error;
  }
  return plainPage(404, 'Not found');
}

async function answerScripts(
  store: Store,
  posted: boolean,
  first: string,
  second: string,
  url: URL,
  body: string,
  origin: string,
): Promise<PageAnswer> {
  if (first === '' && !posted) {
    return {
      status: 200,
      body: `(${elementsScript.toString()})(${JSON.stringify(origin)});\n`,
      headers: {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'no-store',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'X-Content-Type-Options': 'nosniff',
      },
    };
  }
  if (first !== 'card') return plainPage(404, 'Not found');
  if (!posted) return showCardFrame(url.searchParams.get('zip') === 'yes');
  const asked = JSON.parse(body) as Record<string, string>;
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  try {
    return { status: 200, body: JSON.stringify(await answerCardFrame(store, second, asked)), headers };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { status: 200, body: JSON.stringify({ error: error.fields }), headers };
  }
}
