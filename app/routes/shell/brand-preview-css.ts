import type { LoaderFunctionArgs } from '@remix-run/node';
import { brandColorFields } from '#modules/enterprise/fields.ts';
import { brandStyleSheet } from '#modules/enterprise/index.ts';
import { inputOf } from '#modules/platform/index.ts';

const colors = inputOf(brandColorFields);

/** The stylesheet with colors that are not saved yet, for a preview. */
export function loader({ request }: LoaderFunctionArgs) {
  const asked = colors.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!asked.success) return new Response(null, { status: 400 });
  const { primary_color, primary_button_background, primary_button_text } = asked.data;
  const sheet = brandStyleSheet(
    {
      primary_color,
      primary_button_background: primary_button_background || null,
      primary_button_text: primary_button_text || null,
    },
    '[data-brand="preview"]',
  );
  return new Response(sheet, {
    headers: { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'private, max-age=60' },
  });
}
