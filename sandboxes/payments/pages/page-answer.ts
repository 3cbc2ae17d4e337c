import { type Document, renderDocument } from './document.ts';
import { html } from './html.ts';

export interface PageAnswer {
  status: number;
  body: string;
  headers: Record<string, string>;
}

export function redirect(location: string): PageAnswer {
  return { status: 303, body: '', headers: { Location: location, 'Cache-Control': 'no-store' } };
}

export function showPage(status: number, document: Document): PageAnswer {
  return { status, ...renderDocument(document) };
}

export function plainPage(status: number, message: string): PageAnswer {
  return showPage(status, { title: message, body: html`<h1>${message}</h1>` });
}
