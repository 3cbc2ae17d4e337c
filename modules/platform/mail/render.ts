import type { Block, MailBrand, MailContent } from './content.ts';
import { type FooterLine, type FooterLinks, footerLines, webAddress } from './footer.ts';
import { renderHtml } from './html.ts';

export interface RenderedMail {
  html: string;
  text: string;
  /** The addresses of the buttons and links, followed by those of the footer. */
  links: string[];
  /** The code to type, if it has one. */
  code: string | null;
}

/** Makes the HTML and the plain text of a mail. */
export function renderMail(content: MailContent, brand: MailBrand, links: FooterLinks): RenderedMail {
  const linked = content.blocks.flatMap((block) =>
    block.kind === 'button' || block.kind === 'link' ? [webAddress(block.url)] : [],
  );
  const found = content.blocks.find((block) => block.kind === 'code');
  const footer = footerLines(links);
  return {
    html: renderHtml(content, brand, footer),
    text: renderText(content, brand, footer),
    links: [...linked, ...footer.map(({ url }) => url)],
    code: found?.code ?? null,
  };
}

function renderText(content: MailContent, brand: MailBrand, footer: readonly FooterLine[]): string {
  const parts = content.blocks.map(textOf);
  const foot = [brand.postalAddress ?? brand.name];
  if (brand.supportEmail) foot.push(`Questions? ${brand.supportEmail}`);
  foot.push(...footer.map(({ label, url }) => `${label}: ${url}`));
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
    case 'link':
      return `${block.label}:\n${webAddress(block.url)}`;
    case 'facts':
      return block.rows.map(([name, value]) => `${name}: ${value}`).join('\n');
  }
}
