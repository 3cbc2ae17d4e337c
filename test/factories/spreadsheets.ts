import { configure, TextReader, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';

/** Spreadsheets, as Excel writes them and as nobody should. */

configure({ useWebWorkers: false });

/** An archive of these parts. */
export async function zipOf(
  parts: Record<string, string | Uint8Array>,
  options: { password?: string } = {},
): Promise<Buffer> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), options);
  for (const [name, body] of Object.entries(parts)) {
    await writer.add(name, typeof body === 'string' ? new TextReader(body) : new Uint8ArrayReader(body));
  }
  return Buffer.from(await writer.close());
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** Style 1 shows dates, style 2 dates in a format of its own, style 3 money. */
const styles = `${declaration}<styleSheet ${main}><numFmts count="2"><numFmt numFmtId="164" formatCode="[$-409]d\\-mmm\\-yy;@"/>
  <numFmt numFmtId="165" formatCode="&quot;$&quot;#,##0.00_);[Red]\\(&quot;$&quot;#,##0.00\\)"/></numFmts>
  <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
  <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`;

export interface Book {
  /** The content of `sheetData`. */
  rows: string;
  /** The content of `sst`. */
  shared?: string;
  /** What stands before the root of the sheet. */
  prolog?: string;
}

const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The parts of a workbook with a chart and a hidden sheet before the sheet that is read. */
export const bookParts = ({ rows, shared = '', prolog = '' }: Book): Record<string, string> => ({
  '[Content_Types].xml': `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
  'xl/workbook.xml': `${declaration}<workbook ${main} xmlns:r="${relation}">
    <workbookPr/><sheets><sheet name="Chart" sheetId="3" r:id="rId3"/><sheet name="Lists" sheetId="1" state="hidden" r:id="rId1"/><sheet name="People" sheetId="2" r:id="rId2"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
    <Relationship Id="rId1" Type="${relation}/worksheet" Target="worksheets/sheet1.xml"/>
    <Relationship Id="rId2" Type="${relation}/worksheet" Target="/xl/worksheets/sheet2.xml"/>
    <Relationship Id="rId3" Type="${relation}/chartsheet" Target="chartsheets/sheet1.xml"/></Relationships>`,
  'xl/chartsheets/sheet1.xml': `${declaration}<chartsheet ${main}/>`,
  'xl/styles.xml': styles,
  'xl/sharedStrings.xml': `${declaration}<sst ${main}>${shared}</sst>`,
  'xl/worksheets/sheet1.xml': `${declaration}<worksheet ${main}><sheetData><row r="1"><c t="str"><v>hidden</v></c></row></sheetData></worksheet>`,
  'xl/worksheets/sheet2.xml': `${declaration}${prolog}<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`,
});

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A workbook with these texts. */
export function xlsxOf(rows: readonly (readonly string[])[]): Promise<Buffer> {
  const body = rows.map(
    (cells, at) =>
      `<row r="${at + 1}">${cells.map((cell) => `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`).join('')}</row>`,
  );
  return zipOf(bookParts({ rows: body.join('') }));
}

/** The beginning of a file of the older Excel; with a password, an xlsx file is wrapped in the same format. */
export const compoundFile = (part: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), Buffer.from(part, 'utf16le')]);

/** A workbook whose shared texts say that they are of another size. */
export async function spreadsheetSaying(bytes: number): Promise<Buffer> {
  const file = await zipOf(bookParts({ rows: '', shared: '<si><t>a</t></si>'.repeat(10_000) }));
  const name = file.lastIndexOf('xl/sharedStrings.xml');
  // The size stands 22 bytes before the name, in the central directory.
  file.writeUInt32LE(bytes, name - 22);
  return file;
}
