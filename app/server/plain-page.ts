import type { ServerResponse } from 'node:http';

/**
 * A page for answers that are given before Remix runs: one sentence and a link, no script, no style, no stack trace.
 * A redirect has no sentence and therefore no body.
 */
export function plainPage(response: ServerResponse, status: number, sentence: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  if (status === 413) response.setHeader('Connection', 'close');
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(sentence)}</title>`;
  const body = `<main><h1>${escapeHtml(sentence)}</h1><p><a href="/">Continue</a></p></main>`;
  response.end(sentence && `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`);
}

function escapeHtml(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
