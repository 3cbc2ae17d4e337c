import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFRef,
} from '@cantoo/pdf-lib';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** What a screen reader finds in a PDF, and what PDF/UA-1 (ISO 14289-1) finds wrong with it. */

interface Element {
  role: string;
  alt: string | null;
  scope: string | null;
  ref: string;
  /** `page:id`, the page from 0. */
  marks: string[];
  children: Element[];
}

const name = (text: string) => PDFName.of(text);

/**
 * Each tag with a text or picture, in reading order, such as `H1 Background Check Application`.
 * @param base64 the file
 */
export async function readAloud(base64: string): Promise<string[]> {
  const { tree } = await readTree(base64);
  const texts = await markedTexts(base64);
  const told = (element: Element): string[] => {
    const own = element.alt ?? element.marks.map((mark) => texts.get(mark) ?? '').join('');
    return [
      ...(own ? [`${element.role} ${own.replace(/\s+/g, ' ').trim()}`] : []),
      ...element.children.flatMap(told),
    ];
  };
  return tree ? told(tree) : [];
}

/** @param base64 the file @returns each fault in words; none for a file that everybody can read */
export async function faultsForReaders(base64: string): Promise<string[]> {
  const { document, tree } = await readTree(base64);
  return [
    ...documentFaults(document),
    ...fontFaults(document),
    ...(tree ? [...treeFaults(tree), ...headingFaults(tree)] : ['no tags']),
    ...(await contentFaults(base64, tree)),
    ...(tree ? parentFaults(document, tree) : []),
  ];
}

function documentFaults(document: PDFDocument): string[] {
  const { catalog } = document;
  const title = document.getTitle();
  const metadata = catalog.lookup(name('Metadata'));
  const words = metadata instanceof PDFRawStream ? Buffer.from(metadata.contents).toString() : '';
  const [, described] = /<dc:title>.*<rdf:li[^>]*>([^<]+)<\/rdf:li>.*<\/dc:title>/.exec(words) ?? [];
  const isTrue = (dict: string, key: string) =>
    catalog.lookupMaybe(name(dict), PDFDict)?.lookup(name(key)) === PDFBool.True;
  const wanted: [string, boolean][] = [
    ['no title', Boolean(title)],
    [
      'another title in its metadata',
      described === title?.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`),
    ],
    ['does not say that it follows PDF/UA', words.includes('<pdfuaid:part>1</pdfuaid:part>')],
    ['the window does not show the title', isTrue('ViewerPreferences', 'DisplayDocTitle')],
    ['not marked as tagged', isTrue('MarkInfo', 'Marked')],
    ['no language', /^\(?en-US/.test(String(catalog.get(name('Lang'))))],
  ];
  return wanted.flatMap(([fault, isFine]) => (isFine ? [] : [fault]));
}

function fontFaults({ context }: PDFDocument): string[] {
  return context.enumerateIndirectObjects().flatMap(([, part]) => {
    if (!(part instanceof PDFDict) || part.get(name('Type')) !== name('Font')) return [];
    const font = `font ${part.get(name('BaseFont'))}`;
    const kind = String(part.get(name('Subtype')));
    if (kind === '/Type0') return part.has(name('ToUnicode')) ? [] : [`${font} has letters without a name`];
    const descriptor = part.lookup(name('FontDescriptor'));
    const isEmbedded =
      descriptor instanceof PDFDict && ['FontFile2', 'FontFile3'].some((file) => descriptor.has(name(file)));
    return isEmbedded ? [] : [`${font} is not embedded`];
  });
}

/** The roles that an element may have in an element of another role; every other role may hold only text. */
const within: Readonly<Record<string, RegExp>> = {
  Document: /^(H1|H2|H3|P|L|Table|Figure)$/,
  P: /^Figure$/,
  L: /^LI$/,
  LI: /^LBody$/,
  Table: /^TR$/,
  TR: /^(TH|TD)$/,
};

function treeFaults(element: Element): string[] {
  const faults: string[] = [];
  if (element.role === 'Figure' && !element.alt) faults.push('a picture without a description');
  if (element.role === 'TH' && element.scope !== '/Row') faults.push('a head of a table of nothing');
  if (element.marks.length === 0 && element.children.length === 0) faults.push(`an empty ${element.role}`);
  for (const child of element.children) {
    if (!within[element.role]?.test(child.role)) faults.push(`${child.role} in ${element.role}`);
    faults.push(...treeFaults(child));
  }
  return faults;
}

/** The first heading has level 1, and none is more than one level below the one before it. */
function headingFaults({ children }: Element): string[] {
  const levels = children.flatMap(({ role }) => (/^H\d$/.test(role) ? [Number(role[1])] : []));
  if (levels.length === 0) return ['no heading'];
  return levels.flatMap((level, at) =>
    level > (levels[at - 1] ?? 0) + 1 ? [`H${level} without one above`] : [],
  );
}

const painting = new Set([
  OPS.showText,
  OPS.showSpacedText,
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.fill,
  OPS.stroke,
  OPS.fillStroke,
  OPS.constructPath,
]);

/** Whatever is painted is tagged once, or is decoration. */
async function contentFaults(base64: string, tree: Element | null): Promise<string[]> {
  const file = await open(base64);
  const tagged = new Set<string>();
  const faults: string[] = [];
  const collect = (element: Element) => {
    for (const mark of element.marks) {
      if (tagged.has(mark)) faults.push(`${mark} has two tags`);
      tagged.add(mark);
    }
    element.children.forEach(collect);
  };
  if (tree) collect(tree);
  for (let page = 0; page < file.numPages; page += 1) {
    const { fnArray, argsArray } = await (await file.getPage(page + 1)).getOperatorList();
    let depth = 0;
    for (const [at, operator] of fnArray.entries()) {
      if (operator === OPS.beginMarkedContent) depth += 1;
      if (operator === OPS.beginMarkedContentProps) {
        depth += 1;
        const mark = `${page}:${argsArray[at][1]}`;
        if (!tagged.delete(mark)) faults.push(`${mark} has no tag`);
      }
      if (operator === OPS.endMarkedContent) depth -= 1;
      if (painting.has(operator) && depth !== 1) faults.push(`page ${page + 1} paints at depth ${depth}`);
    }
    if (depth !== 0) faults.push(`page ${page + 1} does not end its marks`);
  }
  return [...faults, ...[...tagged].map((mark) => `${mark} is nowhere`)];
}

/** Readers find the tag of what was pointed at through this tree. */
function parentFaults(document: PDFDocument, tree: Element): string[] {
  const parents = document.catalog
    .lookup(name('StructTreeRoot'), PDFDict)
    .lookup(name('ParentTree'), PDFDict)
    .lookup(name('Nums'), PDFArray);
  const owner = new Map<string, string>();
  for (const [page, { node }] of document.getPages().entries()) {
    const number = node.lookupMaybe(name('StructParents'), PDFNumber)?.asNumber();
    if (number === undefined) continue;
    for (const [id, ref] of parents
      .lookup(2 * number + 1, PDFArray)
      .asArray()
      .entries()) {
      owner.set(`${page}:${id}`, String(ref));
    }
  }
  const wrong = (element: Element): string[] => [
    ...element.marks
      .filter((mark) => owner.get(mark) !== element.ref)
      .map((mark) => `${mark} has another parent`),
    ...element.children.flatMap(wrong),
  ];
  return wrong(tree);
}

async function readTree(base64: string): Promise<{ document: PDFDocument; tree: Element | null }> {
  const document = await PDFDocument.load(base64, { updateMetadata: false });
  const pages = new Map(document.getPages().map(({ ref }, at) => [String(ref), at]));
  const root = document.catalog.lookupMaybe(name('StructTreeRoot'), PDFDict)?.get(name('K'));
  const read = (ref: PDFRef): Element => {
    const dict = document.context.lookup(ref, PDFDict);
    const alt = dict.lookupMaybe(name('Alt'), PDFHexString);
    const element: Element = {
      role: String(dict.get(name('S'))).slice(1),
      alt: alt?.decodeText() ?? null,
      scope: String(dict.lookupMaybe(name('A'), PDFDict)?.get(name('Scope')) ?? '') || null,
      ref: String(ref),
      marks: [],
      children: [],
    };
    for (const kid of dict.lookup(name('K'), PDFArray).asArray()) {
      if (kid instanceof PDFNumber) {
        element.marks.push(`${pages.get(String(dict.get(name('Pg'))))}:${kid.asNumber()}`);
      } else if (kid instanceof PDFDict) {
        element.marks.push(`${pages.get(String(kid.get(name('Pg'))))}:${kid.get(name('MCID'))}`);
      } else if (kid instanceof PDFRef) element.children.push(read(kid));
    }
    return element;
  };
  return { document, tree: root instanceof PDFRef ? read(root) : null };
}

async function markedTexts(base64: string): Promise<Map<string, string>> {
  const file = await open(base64);
  const texts = new Map<string, string>();
  for (let page = 0; page < file.numPages; page += 1) {
    const { items } = await (await file.getPage(page + 1)).getTextContent({ includeMarkedContent: true });
    let mark = '';
    for (const item of items) {
      if ('str' in item) {
        const text = (texts.get(mark) ?? '') + item.str;
        texts.set(mark, item.hasEOL ? `${text} ` : text);
      } else if (item.type === 'endMarkedContent') mark = '';
      else mark = item.id === undefined ? '' : `${page}:${/\d+$/.exec(item.id)?.[0]}`;
    }
  }
  return texts;
}

const open = (base64: string) =>
  getDocument({ data: Uint8Array.from(Buffer.from(base64, 'base64')), verbosity: 0 }).promise;
