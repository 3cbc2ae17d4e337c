import { createHash } from 'node:crypto';
import { contrast, fromOklch, luminance, mix, toOklch } from './colour.ts';

/** What a company chooses; the rest of its look follows from it. */
export interface BrandColours {
  primary_color: string;
  primary_button_background: string | null;
  primary_button_text: string | null;
}

/** A brand's colours as hex, for mail and PDF, which cannot run the style sheet's own arithmetic. */
export interface Theme {
  brand: string;
  button: string;
  buttonInk: string;
  buttonHover: string;
  /** The brand as a colour to read: 4.5:1 and more on white. */
  text: string;
  /** Bars, rails and lines: 3:1 and more on white. */
  mark: string;
  line: string;
  tint: string;
}

/** Text and its ground must reach this ratio (WCAG 2.2 AA). */
const READABLE = 4.5;

const WHITE = '#FFFFFF';
const BLACK = '#000000';

/** White only where it reaches 4.5:1 on the fill, else black, which then always does. */
function inkOn(fill: string): string {
  return luminance(fill) <= 0.1833 ? WHITE : BLACK;
}

/**
 * A company's own ink where it can be read on its button, else null: the text gives way, never the company's ground
 * (the default pair, white on #ED683C, reaches 3.16:1 and is written in black).
 */
function readableInk(colours: BrandColours): string | null {
  const ink = colours.primary_button_text;
  const fill = colours.primary_button_background ?? colours.primary_color;
  return ink && contrast(ink, fill) >= READABLE ? ink.toUpperCase() : null;
}

export function themeFor(colours: BrandColours): Theme {
  const brand = colours.primary_color.toUpperCase();
  const button = (colours.primary_button_background ?? brand).toUpperCase();
  const buttonInk = readableInk(colours) ?? inkOn(button);
  const { l, c, h } = toOklch(brand);
  return {
    brand,
    button,
    buttonInk,
    buttonHover: mix(button, buttonInk === WHITE ? BLACK : WHITE, 0.86),
    text: fromOklch({ l: Math.min(l, 0.51), c: Math.min(c, 0.19), h }),
    mark: fromOklch({ l: Math.min(l, 0.62), c, h }),
    line: fromOklch({ l: 0.87, c: Math.min(c, 0.18) * 0.38, h }),
    tint: fromOklch({ l: 0.972, c: Math.min(c, 0.18) * 0.085, h }),
  };
}

/** The brand's variables and nothing else; everything further is derived in the design system's own style sheet. */
export function brandStyleSheet(colours: BrandColours): string {
  const lines = [`--brand:${colours.primary_color}`];
  if (colours.primary_button_background) lines.push(`--brand-button:${colours.primary_button_background}`);
  const ink = readableInk(colours);
  if (ink) lines.push(`--brand-button-ink:${ink}`);
  return `:root{${lines.join(';')}}\n`;
}

/** The colour of the main style sheet, which a brand has until it chooses one (doc3 §9). */
const PLAIN = '#ED683C';

/** Whether a brand needs a style sheet of its own besides the main one. */
export function hasOwnColours(colours: BrandColours): boolean {
  const { primary_color, primary_button_background } = colours;
  return (
    primary_color.toUpperCase() !== PLAIN ||
    primary_button_background !== null ||
    readableInk(colours) !== null
  );
}

/** Changes whenever the style sheet does, so that browsers may keep it for good. */
export function styleSheetVersion(colours: BrandColours): string {
  return createHash('sha256').update(brandStyleSheet(colours)).digest('hex').slice(0, 12);
}
