import type { Block, MailBrand, MailContent } from './content.ts';
import { type FooterLine, webAddress } from './footer.ts';

/**
 * The HTML of a mail. Outlook for Windows uses the layout engine of Word, which knows only tables and applies padding
 * only to cells. Gmail removes style sheets for accounts of other providers. Therefore boxes are table cells, styles
 * are on the elements themselves, and the style sheet contains only what is not essential: the dark colors.
 */

const color = { text: '#1f2933', quiet: '#5b6774', page: '#f4f5f7', card: '#fefefe', line: '#e1e5ea' };
const sans = "font-family:'Segoe UI',system-ui,-apple-system,Roboto,Helvetica,Arial,sans-serif";
const mono = 'font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace';

const text = `${sans};font-size:16px;line-height:24px;color:${color.text}`;
const quiet = `${sans};font-size:14px;line-height:21px;color:${color.quiet}`;
const small = `${sans};font-size:12px;line-height:18px;color:${color.quiet}`;

/**
 * The classes set the dark colors. The button has no class, because mail programs that invert colors themselves keep
 * its color.
 */
const darkColors = `
  @media (prefers-color-scheme: dark) {
    .page { background-color: #16191d !important; }
    .card { background-color: #1f2429 !important; border-color: #343b43 !important; }
    .text { color: #e6e9ed !important; }
    .quiet { color: #aab4be !important; }
    .code { background-color: #2b3138 !important; color: #f2f4f6 !important; }
  }
`;

const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** @param footer the lines below the postal address and the support contact */
export function renderHtml(content: MailContent, brand: MailBrand, footer: readonly FooterLine[]): string {
  const subject = escapeHtml(content.subject);
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${darkColors}</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:${color.page}">
<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;mso-hide:all">${escapeHtml(content.preheader)}${'&#847;&zwnj;&nbsp;'.repeat(40)}</div>
<div role="article" aria-roledescription="email" aria-label="${subject}" lang="en" style="margin:0">
<table ${table} width="100%" class="page" bgcolor="${color.page}">
<tr><td align="center" style="padding:24px 16px">
<!--[if mso]><table ${table} width="560"><tr><td><![endif]-->
<table ${table} width="100%" style="max-width:560px">
<tr><td class="card" bgcolor="${color.card}" style="padding:28px 24px;border:1px solid ${color.line};border-radius:12px;text-align:left">
${brandHtml(brand)}
${content.blocks.map((block) => htmlOf(block, brand)).join('\n')}
</td></tr>
<tr><td class="quiet" align="center" style="padding:16px 8px 0;${small}">${footerHtml(brand, footer)}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</div>
</body>
</html>
`;
}

function brandHtml({ url, logoUrl, name, color: given }: MailBrand): string {
  const shown = logoUrl
    ? `<img src="${escapeHtml(webAddress(logoUrl))}" alt="${escapeHtml(name)}" height="48" style="display:block;width:auto;height:auto;max-width:100%;max-height:48px;border:0">`
    : `${markHtml(name, fillOf(given))}${escapeHtml(name)}`;
  return `<p style="margin:0 0 16px"><a class="text" href="${escapeHtml(webAddress(url))}" style="${sans};font-size:18px;line-height:26px;font-weight:700;color:${color.text};text-decoration:none">${shown}</a></p>`;
}

/** The first letter of the brand on its color, for a brand without a logo. */
function markHtml(name: string, fill: string): string {
  const [letter = ''] = name.trim().toUpperCase();
  return `<span aria-hidden="true" style="display:inline-block;width:32px;margin-right:10px;border-radius:8px;background-color:${fill};color:${readableOn(fill)};line-height:32px;text-align:center">${escapeHtml(letter)}</span>`;
}

const fillOf = (given: string) => (/^#[0-9a-f]{6}$/i.test(given) ? given : '#1f4e79');

function htmlOf(block: Block, brand: MailBrand): string {
  switch (block.kind) {
    case 'heading':
      return `<h1 class="text" style="margin:0 0 16px;${sans};font-size:22px;line-height:29px;font-weight:700;color:${color.text}">${escapeHtml(block.text)}</h1>`;
    case 'paragraph':
      return `<p class="text" style="margin:0 0 16px;${text}">${lines(block.text)}</p>`;
    case 'note':
      return `<p class="quiet" style="margin:0 0 12px;${quiet}">${lines(block.text)}</p>`;
    case 'code':
      return `<table ${table} width="100%" style="margin:0 0 16px"><tr><td class="code" align="center" bgcolor="#eef1f4" style="padding:16px;border-radius:8px;${mono};font-size:30px;line-height:36px;font-weight:700;letter-spacing:6px;color:${color.text}">${escapeHtml(block.code)}</td></tr></table>`;
    case 'button':
      return buttonHtml(block.label, webAddress(block.url), brand);
    case 'link':
      return `<p class="quiet" style="margin:0 0 12px;${quiet}">${linkHtml(webAddress(block.url), block.label)}</p>`;
    case 'facts':
      return `<table ${table} width="100%" style="margin:0 0 16px">${block.rows.map(factHtml).join('')}</table>`;
  }
}

/** Outlook for Windows uses the padding of the cell (`mso-padding-alt`), all other programs that of the link. */
function buttonHtml(label: string, url: string, brand: MailBrand): string {
  const fill = fillOf(brand.color);
  const href = escapeHtml(url);
  const style = `display:inline-block;padding:13px 26px;${sans};font-size:16px;line-height:22px;font-weight:600;text-decoration:none;border-radius:8px;background-color:${fill};color:${readableOn(fill)}`;
  return `<table ${table} style="margin:8px 0 20px"><tr><td bgcolor="${fill}" style="border-radius:8px;mso-padding-alt:13px 26px"><a href="${href}" style="${style}">${escapeHtml(label)}</a></td></tr></table>
<p class="quiet" style="margin:0 0 16px;${quiet};word-break:break-all">Or open this address: ${href}</p>`;
}

function factHtml([name, value]: readonly [string, string]): string {
  return `<tr><td class="quiet" width="40%" valign="top" style="padding:0 12px 8px 0;${quiet}">${escapeHtml(name)}</td><td class="text" valign="top" style="padding:0 0 8px;${text};font-weight:600;word-break:break-word">${lines(value)}</td></tr>`;
}

function footerHtml(brand: MailBrand, footer: readonly FooterLine[]): string {
  const parts = [escapeHtml(brand.postalAddress ?? brand.name)];
  if (brand.supportEmail)
    parts.push(`Questions? ${linkHtml(`mailto:${brand.supportEmail}`, brand.supportEmail)}`);
  parts.push(...footer.map(({ label, url }) => linkHtml(url, label)));
  return parts.join('<br>');
}

function linkHtml(url: string, label: string): string {
  return `<a class="quiet" href="${escapeHtml(url)}" style="color:${color.quiet};text-decoration:underline">${escapeHtml(label)}</a>`;
}

/** White or near black, whichever has more contrast by WCAG. */
function readableOn(fill: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(fill.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.06 ? '#ffffff' : '#16191d';
}

function lines(value: string): string {
  return escapeHtml(value).replaceAll('\n', '<br>');
}

function escapeHtml(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
