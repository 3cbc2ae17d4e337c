/** Color arithmetic for brands: sRGB hex in and out, OKLCH inside (the same calculations as in the style sheet). */

export interface Oklch {
  /** 0 to 1. */
  l: number;
  c: number;
  /** Radians. */
  h: number;
}

type Triple = [number, number, number];

const hexPattern = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;

function linear(hex: string): Triple {
  const parts = hexPattern.exec(hex);
  if (!parts) throw new Error(`Not a color: ${hex}`);
  const channel = (pair: string | undefined) => {
    const value = Number.parseInt(pair ?? '0', 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(parts[1]), channel(parts[2]), channel(parts[3])];
}

function toHex(rgb: Triple): string {
  const pairs = rgb.map((value) => {
    const inside = Math.min(1, Math.max(0, value));
    const encoded = inside <= 0.0031308 ? inside * 12.92 : 1.055 * inside ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${pairs.join('')}`.toUpperCase();
}

/** WCAG relative luminance, 0 to 1. */
export function luminance(hex: string): number {
  const [r, g, b] = linear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG contrast ratio of two colors, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** @throws Error if `hex` is not #RRGGBB */
export function toOklch(hex: string): Oklch {
  const [r, g, b] = linear(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { l: lightness, c: Math.hypot(a, bb), h: Math.atan2(bb, a) };
}

function toLinear({ l, c, h }: Oklch): Triple {
  const a = c * Math.cos(h);
  const b = c * Math.sin(h);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

/** The nearest sRGB color with that lightness and hue: the chroma is reduced, as in a browser's gamut mapping. */
export function fromOklch(color: Oklch): string {
  const fits = (rgb: Triple) => rgb.every((value) => value >= -0.0005 && value <= 1.0005);
  let chroma = color.c;
  let rgb = toLinear(color);
  while (!fits(rgb) && chroma > 0.001) {
    chroma -= 0.002;
    rgb = toLinear({ ...color, c: Math.max(0, chroma) });
  }
  return toHex(rgb);
}

/** `share` (0 to 1) of the first color, the rest of the second, mixed in OKLab. */
export function mix(first: string, second: string, share: number): string {
  const lab = (hex: string): Triple => {
    const { l, c, h } = toOklch(hex);
    return [l, c * Math.cos(h), c * Math.sin(h)];
  };
  const one = lab(first);
  const two = lab(second);
  const [l, a, b] = one.map((value, index) => value * share + (two[index] ?? 0) * (1 - share)) as Triple;
  return fromOklch({ l, c: Math.hypot(a, b), h: Math.atan2(b, a) });
}
