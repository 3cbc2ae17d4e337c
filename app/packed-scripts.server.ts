/** Makes the framework's scripts in a page smaller. They say the same afterwards. */

const routes = { begin: Buffer.from('window.__remixManifest = {'), end: Buffer.from('};\n') };
const data = { begin: Buffer.from('.enqueue("'), end: Buffer.from('");</script>') };

/**
 * @param html a whole page
 * @returns the page with the list of its routes without line breaks, and with the data of its loaders in single quotes,
 *   so that the many double quotes in the data need no backslash
 */
export function packScripts(html: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const parts: Buffer[] = [];
  let from = 0;
  const pack = ({ begin, end }: typeof routes, packed: (text: string) => string) => {
    const at = html.indexOf(begin, from);
    const until = at === -1 ? -1 : html.indexOf(end, at);
    if (until === -1) return false;
    const to = until + end.length;
    parts.push(html.subarray(from, at), Buffer.from(packed(html.toString('utf8', at, to))));
    from = to;
    return true;
  };
  // A text in JSON has no line break of its own.
  pack(routes, (text) => text.replace(/\n */g, ''));
  while (pack(data, singleQuoted));
  if (parts.length === 0) return html;
  return Buffer.concat([...parts, html.subarray(from)]);
}

/** @param text `.enqueue("...");</script>` */
function singleQuoted(text: string): string {
  const [begin, end] = [data.begin.length, text.length - data.end.length];
  const inside = text
    .slice(begin, end)
    .replace(/\\[\s\S]|'/g, (sign) => (sign === '\\"' ? '"' : sign === "'" ? "\\'" : sign));
  return `.enqueue('${inside}');</script>`;
}
