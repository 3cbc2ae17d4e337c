import type { Block, MailBrand, MailContent } from './content.ts';

export interface RenderedMail {
  html: string;
  text: string;
  /** Addresses in it, in their order. */
  links: string[];
  /** The code to type, if it has one. */
  code: string | null;
}

/** The links below a mail (D95, D19); null where it has none. */
export interface FooterLinks {
  preferencesUrl: string | null;
  unsubscribeUrl: string | null;
}

/** The HTML of a mail and its plain-text twin. */
export function renderMail(content: MailContent, brand: MailBrand, footer: FooterLinks): RenderedMail {
  const links = content.blocks.flatMap((block) => (block.kind === 'button' ? [webAddress(block.url)] : []));
  const found = content.blocks.find((block) => block.kind === 'code');
  const below = footerLines(footer);
  return {
    html: renderHtml(content, brand, below),
    text: renderText(content, brand, below),
    links: [...links, ...below.map(({ url }) => url)],
    code: found?.code ?? null,
  };
}

interface FooterLine {
  label: string;
  url: string;
}

function footerLines({ preferencesUrl, unsubscribeUrl }: FooterLinks): FooterLine[] {
  return [
    ...(unsubscribeUrl ? [{ label: 'Unsubscribe', url: webAddress(unsubscribeUrl) }] : []),
    ...(preferencesUrl ? [{ label: 'Manage my email preferences', url: webAddress(preferencesUrl) }] : []),
  ];
}

function renderText(content: MailContent, brand: MailBrand, below: readonly FooterLine[]): string {
  const parts = content.blocks.map(textOf);
  const foot = [brand.postalAddress ?? brand.name];
  if (brand.supportEmail) foot.push(`Questions? ${brand.supportEmail}`);
  foot.push(...below.map(({ label, url }) => `${label}: ${url}`));
  return `${[...parts, `-- \n${foot.join('\n')}`].join('\n\n')}\n`;
}

function textOf(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `${block.text}\n${'='.repeat(Math.min(block.text.length, 60))}`;
    case 'paragraph':
    case 'note':
      return block.text;
    case 'code':
      return `    ${block.code}`;
    case 'button':
      return `${block.label}:\n${webAddress(block.url)}`;
    case 'facts':
      return block.rows.map(([name, value]) => `${name}: ${value}`).join('\n');
  }
}

// Some mail programs invert colours for dark mode by themselves, others use the media query. Near-black and near-white
// survive the inversion, and the action keeps its colours because they are set on its element.
const styles = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  body { margin: 0; padding: 0; background: #f4f5f7; color: #1f2933; -webkit-text-size-adjust: 100%; }
  .page { max-width: 560px; margin: 0 auto; padding: 24px 16px; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
  .card { background: #fefefe; border: 1px solid #e1e5ea; border-radius: 12px; padding: 28px 24px; }
  .brand { font-size: 18px; font-weight: 700; margin: 0 0 16px; color: #1f2933; text-decoration: none; display: block; }
  .brand img { display: block; max-width: 180px; max-height: 48px; border: 0; }
  h1 { font-size: 22px; line-height: 1.3; margin: 0 0 16px; }
  p { margin: 0 0 16px; }
  .code { font: 700 30px/1.2 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; letter-spacing: 6px; background: #eef1f4; border-radius: 8px; padding: 16px; text-align: center; margin: 0 0 16px; }
  .action { margin: 8px 0 20px; }
  .button { display: inline-block; padding: 13px 26px; border-radius: 8px; font-weight: 600; text-decoration: none; }
  .address { font-size: 13px; color: #5b6774; word-break: break-all; margin: 0 0 16px; }
  dl { margin: 0 0 16px; }
  dt { color: #5b6774; font-size: 13px; }
  dd { margin: 0 0 10px; font-weight: 600; }
  .note { font-size: 14px; color: #5b6774; margin: 0 0 12px; }
  .foot { font-size: 12px; line-height: 1.5; color: #5b6774; padding: 16px 8px 0; text-align: center; }
  .foot a { color: #5b6774; }
  .preheader { display: none; max-height: 0; max-width: 0; overflow: hidden; opacity: 0; mso-hide: all; }
  @media (prefers-color-scheme: dark) {
    body { background: #16191d !important; color: #e6e9ed !important; }
    .card { background: #1f2429 !important; border-color: #343b43 !important; }
    .brand, h1, p, dd { color: #e6e9ed !important; }
    .code { background: #2b3138 !important; color: #f2f4f6 !important; }
    .address, .note, dt, .foot, .foot a { color: #aab4be !important; }
  }
  @media (max-width: 480px) { .card { padding: 22px 18px; } .button { display: block; text-align: center; } }
`;

function renderHtml(content: MailContent, brand: MailBrand, below: readonly FooterLine[]): string {
  const url = escapeHtml(webAddress(brand.url));
  const logo = brand.logoUrl
    ? `<img src="${escapeHtml(webAddress(brand.logoUrl))}" alt="${escapeHtml(brand.name)}" height="48">`
    : escapeHtml(brand.name);
  const foot = [escapeHtml(brand.postalAddress ?? brand.name)];
  if (brand.supportEmail) {
    const support = escapeHtml(brand.supportEmail);
    foot.push(`Questions? <a href="mailto:${support}">${support}</a>`);
  }
  foot.push(...below.map(({ label, url }) => `<a href="${escapeHtml(url)}">${label}</a>`));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(content.subject)}</title>
<style>${styles}</style>
</head>
<body>
<div class="preheader">${escapeHtml(content.preheader)}${'&#847;&zwnj;&nbsp;'.repeat(40)}</div>
<div class="page" role="article" aria-roledescription="email" aria-label="${escapeHtml(content.subject)}">
<div class="card">
<a class="brand" href="${url}">${logo}</a>
${content.blocks.map((block) => htmlOf(block, brand)).join('\n')}
</div>
<div class="foot">${foot.join('<br>')}</div>
</div>
</body>
</html>
`;
}

function htmlOf(block: Block, brand: MailBrand): string {
  switch (block.kind) {
    case 'heading':
      return `<h1>${escapeHtml(block.text)}</h1>`;
    case 'paragraph':
      return `<p>${lines(block.text)}</p>`;
    case 'note':
      return `<p class="note">${lines(block.text)}</p>`;
    case 'code':
      return `<div class="code">${escapeHtml(block.code)}</div>`;
    case 'button':
      return buttonHtml(block.label, webAddress(block.url), brand);
    case 'facts':
      return `<dl>${block.rows
        .map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${lines(value)}</dd>`)
        .join('')}</dl>`;
  }
}

function buttonHtml(label: string, url: string, brand: MailBrand): string {
  const color = /^#[0-9a-f]{6}$/i.test(brand.color) ? brand.color : '#1f4e79';
  const style = `background-color:${color};color:${readableOn(color)}`;
  const href = escapeHtml(url);
  return `<p class="action"><a class="button" href="${href}" style="${style}">${escapeHtml(label)}</a></p>
<p class="address">Or open this address: ${href}</p>`;
}

/** White or near black, whichever stands out more by WCAG's contrast. */
function readableOn(color: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.06 ? '#ffffff' : '#16191d';
}

function lines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** @throws for anything but http and https */
function webAddress(url: string): string {
  const parsed = new URL(url);
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')
    throw new Error('A mail links to web addresses only');
  return parsed.href;
}
