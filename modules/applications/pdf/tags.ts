import {
  PDFArray,
  type PDFContext,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  type PDFRef,
} from '@cantoo/pdf-lib';

/**
 * The tags of a PDF document: what each piece of a page is, in the order in which screen readers read it (PDF/UA-1,
 * ISO 14289-1).
 */

export type Role =
  | 'Document'
  | 'H1'
  | 'H2'
  | 'H3'
  | 'P'
  | 'L'
  | 'LI'
  | 'LBody'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Figure';

export interface Tag {
  readonly role: Role;
  readonly ref: PDFRef;
  readonly children: Tag[];
  /** The pieces of pages that it marks. */
  readonly marks: { page: PDFPage; id: number }[];
  /** For a figure. */
  readonly described?: { alt: string; box: readonly [number, number, number, number] };
}

export interface About {
  title: string;
  author: string;
  made: Date;
}

export class Tags {
  readonly #context: PDFContext;
  readonly #root: Tag;
  /** The tag of each mark, by its number. */
  readonly #marked = new Map<PDFPage, Tag[]>();
  #open: { page: PDFPage; tag: Tag } | null = null;

  constructor(context: PDFContext) {
    this.#context = context;
    this.#root = this.#make('Document');
  }

  /** Adds a tag after all others of its parent. */
  add(role: Role, parent = this.#root, described?: Tag['described']): Tag {
    const tag = this.#make(role, described);
    parent.children.push(tag);
    return tag;
  }

  /** The last tag of the document if it is a list, or a new list. */
  list(): Tag {
    const last = this.#root.children.at(-1);
    return last?.role === 'L' ? last : this.add('L');
  }

  /** Draws a piece of what a tag marks. */
  draw(page: PDFPage, tag: Tag, drawing: () => void): void {
    if (this.#open?.page !== page || this.#open.tag !== tag) {
      this.#close();
      const marked = this.#marked.get(page) ?? [];
      this.#marked.set(page, marked);
      const id = marked.push(tag) - 1;
      tag.marks.push({ page, id });
      const properties = [`/${tag.role}`, `<</MCID ${id}>>`];
      page.pushOperators(PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, properties));
      this.#open = { page, tag };
    }
    drawing();
  }

  /** Draws what only decorates or repeats, so that nobody has to listen to it. */
  decorate(page: PDFPage, drawing: () => void): void {
    this.#close();
    page.pushOperators(PDFOperator.of(PDFOperatorNames.BeginMarkedContent, ['/Artifact']));
    drawing();
    page.pushOperators(PDFOperator.of(PDFOperatorNames.EndMarkedContent));
  }

  /** Writes the tags into the document, once everything is drawn. */
  finish({ catalog }: PDFDocument): void {
    this.#close();
    const root = this.#context.nextRef();
    const pages = [...this.#marked];
    const numbers = pages.flatMap(([page, marked], index) => {
      page.node.set(PDFName.of('StructParents'), PDFNumber.of(index));
      return [PDFNumber.of(index), this.#array(marked.map(({ ref }) => ref))];
    });
    this.#write(this.#root, root);
    const parents = this.#context.register(this.#context.obj({ Nums: this.#array(numbers) }));
    const tree = { Type: 'StructTreeRoot', K: this.#root.ref, ParentTree: parents };
    this.#context.assign(root, this.#context.obj({ ...tree, ParentTreeNextKey: pages.length }));
    catalog.set(PDFName.of('StructTreeRoot'), root);
    catalog.set(PDFName.of('MarkInfo'), this.#context.obj({ Marked: true }));
  }

  #make(role: Role, described?: Tag['described']): Tag {
    const ref = this.#context.nextRef();
    return { role, ref, children: [], marks: [], ...(described ? { described } : {}) };
  }

  #close(): void {
    this.#open?.page.pushOperators(PDFOperator.of(PDFOperatorNames.EndMarkedContent));
    this.#open = null;
  }

  #write(tag: Tag, parent: PDFRef): void {
    const page = tag.marks[0]?.page;
    const marks = tag.marks.map((mark) =>
      mark.page === page
        ? PDFNumber.of(mark.id)
        : this.#context.obj({ Type: 'MCR', Pg: mark.page.ref, MCID: mark.id }),
    );
    const element = this.#context.obj({ Type: 'StructElem', S: tag.role, P: parent });
    element.set(PDFName.of('K'), this.#array([...marks, ...tag.children.map(({ ref }) => ref)]));
    if (page) element.set(PDFName.of('Pg'), page.ref);
    if (tag.role === 'TH') element.set(PDFName.of('A'), this.#context.obj({ O: 'Table', Scope: 'Row' }));
    if (tag.described) {
      const { alt, box } = tag.described;
      element.set(PDFName.of('Alt'), PDFHexString.fromText(alt));
      const layout = { O: 'Layout', Placement: 'Block', BBox: [...box] };
      element.set(PDFName.of('A'), this.#context.obj(layout));
    }
    this.#context.assign(tag.ref, element);
    for (const child of tag.children) this.#write(child, tag.ref);
  }

  #array(items: Parameters<PDFArray['push']>[0][]): PDFArray {
    const array = PDFArray.withContext(this.#context);
    for (const item of items) array.push(item);
    return array;
  }
}

/** Begins a document in US English. `finish` of its tags must be called before it is saved. */
export async function beginDocument({ title, author, made }: About): Promise<PDFDocument> {
  const document = await PDFDocument.create();
  document.setTitle(title, { showInWindowTitleBar: true });
  document.setAuthor(author);
  document.setLanguage('en-US');
  document.setCreationDate(made);
  document.setModificationDate(made);
  const metadata = document.context.stream(metadataOf(title), { Type: 'Metadata', Subtype: 'XML' });
  document.catalog.set(PDFName.of('Metadata'), document.context.register(metadata));
  return document;
}

/** In UTF-8, since readers look for it in the file itself. */
function metadataOf(title: string): Uint8Array {
  const escaped = title.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return Buffer.from(`<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<pdfuaid:part>1</pdfuaid:part>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped}</rdf:li></rdf:Alt></dc:title>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`);
}
