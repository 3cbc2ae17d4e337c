import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import type { StripeLooks } from './stripe-browser.ts';

/** Stripe accepts colors only as rgb, but the page uses newer notations. */
function rgbOf(color: string): string {
  const pen = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
  if (!pen) return color;
  pen.fillStyle = color;
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}

/** The page's font and colors for the provider's card form, so that its fields look like those of the page. */
export function looksOf(container: HTMLElement): StripeLooks {
  const style = getComputedStyle(container);
  const color = (name: string) => rgbOf(style.getPropertyValue(name));
  const { fontFamily } = style;
  const family = fontFamily.split(',')[0]?.replace(/["']/g, '').trim() ?? 'Inter';
  return {
    fonts: [{ family, src: `url(${new URL(latin, document.baseURI)})`, weight: '100 900' }],
    appearance: {
      theme: 'stripe',
      variables: {
        fontFamily,
        fontSizeBase: '16px',
        borderRadius: '6px',
        colorText: color('--text'),
        colorBackground: color('--surface'),
        colorDanger: color('--bad-ink'),
        colorPrimary: color('--focus'),
      },
      rules: {
        '.Label': { fontSize: '14px', fontWeight: '600' },
        '.Input': { border: `1px solid ${color('--control-line')}`, boxShadow: 'none', lineHeight: '1.5' },
        '.Error': { fontSize: '13px', fontWeight: '600' },
      },
    },
  };
}
