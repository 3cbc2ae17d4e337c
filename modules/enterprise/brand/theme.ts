import { createHash } from 'node:crypto';
import { contrast, fromOklch, luminance, mix, toOklch } from './color.ts';

/** The colors that a company chooses. All others are derived from them. */
export interface BrandColors {
  primary_color: string;
  primary_button_background: string | null;
  primary_button_text: string | null;
}

/** A brand's colors as hex, for mails and PDFs, where the style sheet's color functions don't work. */
export interface Theme {
  brand: string;
  button: string;
  buttonInk: string;
  buttonHover: string;
  /** The brand's color for text: at least 4.5:1 on white. */
  text: string;
  /** The brand's color for bars and lines: at least 3:1 on white. */
  mark: string;
  line: string;
  tint: string;
}

/** Minimum contrast of text and its background (WCAG 2.2 AA). */
const READABLE = 4.5;

const WHITE = '#FFFFFF';
const BLACK = '#000000';

/** White if it reaches 4.5:1 on the background, otherwise black, which then always does. */
function inkOn(fill: string): string {
  return luminance(fill) <= 0.1833 ? WHITE : BLACK;
}

/**
 * The company's text color, if it has enough contrast on the company's button color. Otherwise null: a readable text
 * color is used, and the button keeps its color (the default, white on #ED683C, has 3.16:1, so its text is black).
 */
function readableInk(colors: BrandColors): string | null {
  const ink = colors.primary_button_text;
  const fill = colors.primary_button_background ?? colors.primary_color;
  return ink && contrast(ink, fill) >= READABLE ? ink.toUpperCase() : null;
}

export function themeFor(colors: BrandColors): Theme {
  const brand = colors.primary_color.toUpperCase();
  const button = (colors.primary_button_background ?? brand).toUpperCase();
  const buttonInk = readableInk(colors) ?? inkOn(button);
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

/**
 * The brand's CSS variables. The main style sheet derives all other colors from them.
 * @param selector of the element that shows the brand
 */
export function brandStyleSheet(colors: BrandColors, selector = ':root'): string {
  const lines = [`--brand:${colors.primary_color}`];
  if (colors.primary_button_background) lines.push(`--brand-button:${colors.primary_button_background}`);
  const ink = readableInk(colors);
  if (ink) lines.push(`--brand-button-ink:${ink}`);
  return `${selector}{${lines.join(';')}}\n`;
}

/** The effect of a brand's colors, for the people who choose them. */
export interface ColorReport {
  theme: Theme;
  /** Contrast of the button's text and color, 1 to 21. */
  buttonContrast: number;
  /** The chosen text color is not readable on the button, so another one is used. */
  inkReplaced: boolean;
  /** The chosen color is not readable on white, so links are darker. */
  linksDarkened: boolean;
}

export function reportColors(colors: BrandColors): ColorReport {
  const theme = themeFor(colors);
  return {
    theme,
    buttonContrast: contrast(theme.button, theme.buttonInk),
    inkReplaced: colors.primary_button_text !== null && readableInk(colors) === null,
    linksDarkened: contrast(theme.brand, WHITE) < READABLE,
  };
}

/** The color of the main style sheet, for brands that have not chosen one (doc3 §9). */
const PLAIN = '#ED683C';

/** Whether a brand needs its own style sheet in addition to the main one. */
export function hasOwnColors(colors: BrandColors): boolean {
  const { primary_color, primary_button_background } = colors;
  return (
    primary_color.toUpperCase() !== PLAIN ||
    primary_button_background !== null ||
    readableInk(colors) !== null
  );
}

/** A hash of the style sheet for its address, so that browsers can cache it forever. */
export function styleSheetVersion(colors: BrandColors): string {
  return createHash('sha256').update(brandStyleSheet(colors)).digest('hex').slice(0, 12);
}
