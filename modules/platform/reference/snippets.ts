import type { DocumentedCall } from './declared.ts';

/** The request of an example, as text that can be run. */

const indent = (text: string, by: string) => text.replaceAll('\n', `\n${by}`);

const linesOf = (sent: unknown) =>
  [sent]
    .flat()
    .map((line) => JSON.stringify(line))
    .join('\n');

/** The parts of a request: its address below the portal's, and its body. */
function requestOf({ method, path, lines, example }: DocumentedCall) {
  const { [lines ?? '']: sent, ...left } = example.input;
  const filled = path.replace(/{(\w+)}/g, (_, name: string) => {
    const value = left[name];
    delete left[name];
    return encodeURIComponent(String(value));
  });
  const inQuery = method === 'GET' || lines !== undefined;
  const query = inQuery ? new URLSearchParams(left as Record<string, string>).toString() : '';
  const body = lines === undefined ? (inQuery ? null : JSON.stringify(left, null, 2)) : linesOf(sent);
  return {
    address: query ? `${filled}?${query}` : filled,
    body,
    type: lines === undefined ? 'application/json' : 'application/x-ndjson',
  };
}

/**
 * For a shell, with the portal's address in BASE and the cookie of a session in SESSION, or the key in SHIELDHUB_KEY.
 * @param sessionCookie the name of the cookie
 */
export function curlOf(call: DocumentedCall, sessionCookie: string): string {
  const { address, body, type } = requestOf(call);
  const lines = [`curl "$BASE${address}"`];
  if (call.surface === 'company') lines.push('-H "Authorization: Bearer $SHIELDHUB_KEY"');
  else if (call.surface !== 'public') lines.push(`-H "Cookie: ${sessionCookie}=$SESSION"`);
  if (call.method !== 'GET' && call.surface !== 'company') lines.push('-H "Origin: $BASE"');
  if (body) {
    const quoted = body.replaceAll("'", "'\\''");
    // curl sends -d without its line breaks.
    lines.push(`-H "Content-Type: ${type}"`, `--data-binary '${indent(quoted, call.lines ? '' : '  ')}'`);
    if (call.method !== 'POST') lines.splice(1, 0, `-X ${call.method}`);
  }
  return lines.join(' \\\n  ');
}

/** For JavaScript: a page of the portal, or any program with the portal's address in `base` and the key in `key`. */
export function javascriptOf(call: DocumentedCall): string {
  const { address, body, type } = requestOf(call);
  const withKey = call.surface === 'company';
  const url = withKey ? `\`\${base}${address}\`` : `'${address}'`;
  const headers = [
    ...(withKey ? [`    Authorization: \`Bearer \${key}\`,`] : []),
    ...(body ? [`    'Content-Type': '${type}',`] : []),
  ];
  const options = [
    ...(call.method === 'GET' ? [] : [`  method: '${call.method}',`]),
    ...(headers.length > 0 ? ['  headers: {', ...headers, '  },'] : []),
    ...(body ? [`  body: ${call.lines ? `\`${body}\`` : `JSON.stringify(${indent(body, '  ')})`},`] : []),
  ];
  const given = options.length > 0 ? `, {\n${options.join('\n')}\n}` : '';
  return [
    `const answer = await fetch(${url}${given});`,
    'const result = await answer.json();',
    `if (!answer.ok) throw new Error(result.${withKey ? 'title' : 'error_message'});`,
  ].join('\n');
}
