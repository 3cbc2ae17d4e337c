import type { ServerResponse } from 'node:http';

/** A page for the moments when Remix is not asked: one sentence, no script, no style, no stack trace. */
export function plainPage(response: ServerResponse, status: number, sentence: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  if (status === 413) response.setHeader('Connection', 'close');
  response.end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>ShieldHub</title><p>${escapeHtml(sentence)}</p></html>`,
  );
}

function escapeHtml(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
