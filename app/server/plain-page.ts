import type { ServerResponse } from 'node:http';

/**
 * A page for the moments when Remix is not asked: one sentence and a way on, no script, no style, no stack trace.
 * Without a sentence (a redirect) there is no page.
 */
export function plainPage(response: ServerResponse, status: number, sentence: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  if (status === 413) response.setHeader('Connection', 'close');
  const head =
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>ShieldHub</title>';
  const body = `<main><h1>${escapeHtml(sentence)}</h1><p><a href="/">Go on</a></p></main>`;
  response.end(sentence && `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`);
}

function escapeHtml(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
