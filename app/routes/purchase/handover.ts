import { purchasingTexts } from '#modules/purchasing/texts.ts';
import { isJson } from '../../components/connection/request.ts';

interface Handover {
  client_secret: string | null;
  /** Where to go instead of confirming a card. */
  url?: string | null;
}

/**
 * Asks our server for what the provider's card form needs.
 * @returns the answer, the server's message instead, or null if the page reloads because the session has changed
 */
export async function askForHandover(address: string, asked: FormData): Promise<Handover | string | null> {
  const answer = await fetch(address, { method: 'POST', body: asked }).catch(() => null);
  if (!answer) return purchasingTexts['purchase.provider-silent'];
  if (answer.redirected) {
    window.location.reload();
    return null;
  }
  if (isJson(answer) && answer.ok) return (await answer.json()) as Handover;
  const isOurs = answer.headers.get('Content-Type')?.startsWith('text/plain');
  return isOurs ? answer.text() : purchasingTexts['purchase.provider-silent'];
}
