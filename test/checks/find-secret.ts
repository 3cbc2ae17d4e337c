/** The ways in which a secret may be written. */
function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const plain = [secret, secret.replace(/[-/ ]/g, ''), encodeURIComponent(secret)];
  return [...new Set([...plain, bytes.toString('hex'), ...inBase64(bytes)])];
}

/**
 * The base64 of the text inside a longer value: three forms, depending on its position, without the characters that
 * depend on its neighbors.
 */
function inBase64(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const coded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const first = Math.ceil((before * 8) / 6);
    const last = Math.floor(((before + bytes.length) * 8) / 6);
    const inner = coded.slice(first, last);
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** @returns the form that the text contains; null if it contains none */
export function findSecret(text: string, secret: string): string | null {
  return spellings(secret).find((spelling) => text.includes(spelling)) ?? null;
}
