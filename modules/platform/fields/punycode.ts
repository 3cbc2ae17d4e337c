/** The numbers of RFC 3492 section 5. */
const BASE = 36;
const LEAST = 1;
const MOST = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST_CODE_POINT = 128;
const LAST_CODE_POINT = 0x10ffff;

/** RFC 3492 section 6.1. */
function adapt(delta: number, length: number, first: boolean): number {
  let rest = first ? Math.floor(delta / DAMP) : delta >> 1;
  rest += Math.floor(rest / length);
  let bias = 0;
  while (rest > ((BASE - LEAST) * MOST) >> 1) {
    rest = Math.floor(rest / (BASE - LEAST));
    bias += BASE;
  }
  return bias + Math.floor(((BASE - LEAST + 1) * rest) / (rest + SKEW));
}

/**
 * Decodes a label of a domain (RFC 3492 section 6.2). Node.js and browsers encode labels, but a browser has no way
 * back.
 * @param encoded what follows `xn--`, in lower case
 * @returns null if it is not Punycode. It may still decode to something that no label may contain.
 */
export function decodePunycode(encoded: string): string | null {
  const hyphen = encoded.lastIndexOf('-');
  const points = [...encoded.slice(0, Math.max(0, hyphen))].map((sign) => sign.codePointAt(0) ?? 0);
  const digits = encoded.slice(hyphen + 1);
  let point = FIRST_CODE_POINT;
  let bias = FIRST_BIAS;
  let at = 0;
  for (let next = 0; next < digits.length; ) {
    const before = at;
    let weight = 1;
    for (let step = BASE; ; step += BASE) {
      const digit = '0123456789abcdefghijklmnopqrstuvwxyz'.indexOf(digits[next] ?? ' ');
      next += 1;
      if (digit < 0) return null;
      const value = digit < 10 ? digit + MOST : digit - 10;
      at += value * weight;
      const threshold = Math.min(Math.max(step - bias, LEAST), MOST);
      if (value < threshold) break;
      weight *= BASE - threshold;
      if (weight > Number.MAX_SAFE_INTEGER / BASE) return null;
    }
    const length = points.length + 1;
    bias = adapt(at - before, length, before === 0);
    point += Math.floor(at / length);
    at %= length;
    if (point > LAST_CODE_POINT) return null;
    points.splice(at, 0, point);
    at += 1;
  }
  return String.fromCodePoint(...points);
}
