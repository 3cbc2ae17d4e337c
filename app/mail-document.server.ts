/**
 * A mail as its own document, for the frame of its preview. Needed because the content security policy of the page
 * allows no style without its nonce.
 */
export function mailDocument(html: string, nonce: string): Response {
  return new Response(preview(html, nonce), {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}

/** Changes style attributes to rules of the stylesheet, and makes links open in another tab. */
function preview(html: string, nonce: string): string {
  const rules: string[] = [];
  const dressed = html.replaceAll(/ style="([^"]*)"/g, (_attribute, style: string) => {
    rules.push(`[data-styled="${rules.length}"]{${style}}`);
    return ` data-styled="${rules.length - 1}"`;
  });
  return dressed
    .replace('<style>', `<base target="_blank"><style nonce="${nonce}">`)
    .replace('</style>', `${rules.join('')}</style>`);
}
