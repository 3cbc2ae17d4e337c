import { reportColors } from '#modules/enterprise/index.ts';

interface Colors {
  primary_color: string;
  primary_button_background: string | null;
  primary_button_text: string | null;
}

/** How the colors of a brand will look, and the stylesheet that shows them. */
export function brandReport(colors: Colors) {
  const { primary_color } = colors;
  const primary_button_background = colors.primary_button_background || null;
  const primary_button_text = colors.primary_button_text || null;
  const { theme, buttonContrast, inkReplaced, linksDarkened } = reportColors({
    primary_color,
    primary_button_background,
    primary_button_text,
  });
  const query = new URLSearchParams({ primary_color });
  if (primary_button_background) query.set('primary_button_background', primary_button_background);
  if (primary_button_text) query.set('primary_button_text', primary_button_text);
  const { button, buttonInk } = theme;
  const stylesheet = `/brand-preview.css?${query}`;
  return { stylesheet, button, buttonInk, buttonContrast, inkReplaced, linksDarkened };
}
export type BrandReport = ReturnType<typeof brandReport>;
