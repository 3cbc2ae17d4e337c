import sanitizeHtml from 'sanitize-html';

/** Headings, paragraphs, lists, tables and links; no scripts, styles or forms (D17). */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: sanitizeHtml.defaults.allowedTags,
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['https', 'mailto', 'tel'],
  });
}
