import { randomBytes } from 'node:crypto';
import { Html, html } from './html.ts';

export interface Document {
  title: string;
  body: Html;
  /** The source of the page's own script. */
  script?: string;
  /** Where its forms may lead, besides the sandbox. */
  formTargets?: (string | null)[];
  /** Whether it is shown in a frame in a page of the portal. */
  framed?: boolean;
  className?: string;
}

const style = `
:root { color-scheme: light; --ink: #1a1f36; --soft: #4f566b; --line: #8792a2; --brand: #4434c4; --wrong: #b3093c }
* { box-sizing: border-box }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: #f6f8fa }
.page { max-width: 26rem; margin: 0 auto; padding: 2rem 1rem 3rem }
.card { background: #fff; border: 1px solid #d8dee4; border-radius: 8px; padding: 1.5rem }
.test { display: inline-block; margin: 0 0 1rem; padding: 0 .5rem; border-radius: 4px; background: #ffde92; color: #4a2f00; font-size: .75rem; font-weight: 600; letter-spacing: .04em }
h1 { font-size: 1.25rem; line-height: 1.3; margin: 0 0 .25rem }
.price { font-size: 2rem; font-weight: 600; margin: 0 0 1rem; font-variant-numeric: tabular-nums }
p { margin: 0 0 1rem }
.soft { color: var(--soft) }
label { display: block; font-weight: 500; font-size: .9rem; margin-bottom: .25rem }
.field { margin-bottom: 1rem }
.short { display: grid; grid-auto-columns: minmax(0, 1fr); grid-auto-flow: column; gap: .75rem }
input { width: 100%; min-height: 44px; padding: .5rem .75rem; font: inherit; color: inherit; background: #fff; border: 1px solid var(--line); border-radius: 6px }
input[aria-invalid=true] { border-color: var(--wrong) }
:focus-visible { outline: 3px solid #4434c4; outline-offset: 2px }
.error { color: var(--wrong); font-size: .9rem; margin: .25rem 0 0 }
.alert { border: 1px solid var(--wrong); border-radius: 6px; padding: .75rem 1rem; margin-bottom: 1rem; color: var(--wrong); background: #fff }
button { width: 100%; min-height: 44px; padding: .5rem 1rem; font: inherit; font-weight: 600; border-radius: 6px; border: 1px solid var(--brand); background: var(--brand); color: #fff; cursor: pointer }
button.quiet { background: #fff; color: var(--ink); border-color: var(--line); margin-top: .75rem }
a { color: var(--brand) }
.back { display: inline-block; margin-top: 1.25rem; min-height: 24px }
.framed { background: transparent; color: var(--colorText, var(--ink)); font-family: var(--fontFamily, system-ui, sans-serif) }
.framed .page { max-width: none; padding: 4px }
.framed label { font-size: var(--Label-fontSize, .9rem); font-weight: var(--Label-fontWeight, 500); line-height: 1.25rem }
.framed input { background: var(--colorBackground, #fff); border: var(--Input-border, 1px solid var(--line)); border-radius: var(--borderRadius, 6px) }
.framed .error { color: var(--colorDanger, var(--wrong)); font-size: var(--Error-fontSize, .9rem); font-weight: var(--Error-fontWeight, 400) }
.framed input[aria-invalid=true] { border-color: var(--colorDanger, var(--wrong)) }
.framed :focus-visible { outline: 2px solid var(--colorPrimary, #4434c4); outline-offset: 0 }
.framed .field:last-child, .framed .short:last-child .field { margin-bottom: 0 }
`;

/** A complete page with its headers, which allow only its own script and style. */
export function renderDocument(page: Document): { body: string; headers: Record<string, string> } {
  const nonce = randomBytes(16).toString('base64');
  const targets = (page.formTargets ?? []).flatMap((url) => (url ? [new URL(url).origin] : []));
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    'img-src data:',
    // The font is given by the page around the frame.
    ...(page.framed ? ['font-src *'] : []),
    `form-action ${["'self'", ...targets].join(' ')}`,
    "base-uri 'none'",
    ...(page.framed ? [] : ["frame-ancestors 'none'"]),
  ].join('; ');
  const classes = [page.framed ? 'framed' : '', page.className ?? ''].join(' ').trim();
  const body = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${page.title}</title>
<link rel="icon" href="data:,">
`.text;
  const head = `<style nonce="${nonce}">${style}</style>\n</head>\n`;
  const script = page.script ? `<script nonce="${nonce}">${page.script}</script>\n` : '';
  // In a frame, the page around it already has the landmark.
  const tag = new Html(page.framed ? 'div' : 'main');
  const main = html`<body class="${classes}"><${tag} class="page">${page.body}</${tag}>
`.text;
  return {
    body: `${body}${head}${main}${script}</body>\n</html>\n`,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'X-Content-Type-Options': 'nosniff',
    },
  };
}
