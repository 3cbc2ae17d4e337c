import { expect, test } from 'vitest';
import { readTable } from '#modules/platform/files/tables/table.ts';
import { readFile, type TableEncoding } from '#modules/platform/index.ts';
import { fileOf, makePdf } from '#test/factories/documents.ts';
import { bookParts, compoundFile, spreadsheetSaying, xlsxOf, zipOf } from '#test/factories/spreadsheets.ts';

/** Tables of people are read as rows of texts, whatever wrote them, and never as more than that. */

async function read(file: string | Buffer, encoding?: TableEncoding) {
  const written: Uint8Array[] = [];
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  const answer = await readTable(bytes, encoding ? { encoding } : {}, (part) => written.push(part));
  const lines = Buffer.concat(written).toString().split('\n').filter(Boolean);
  const found = answer.outcome === 'read' ? answer.found : null;
  return { answer, rows: lines.map((line) => JSON.parse(line) as unknown[]), found };
}

const rowsOf = async (file: string | Buffer) => (await read(file)).rows;
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

test.each<[string, string | Buffer, unknown[][], object]>([
  [
    'quotes, line breaks in cells and empty rows',
    'a,b\r\n"x ""y""\r\nz",2\r\n\r\n,,\r\n3,\r\n',
    [
      [1, 'a', 'b'],
      [2, 'x "y"\r\nz', '2'],
      [5, '3'],
    ],
    { separator: ',' },
  ],
  [
    'a quotation mark within a cell',
    'size,b\n5" pipe,c\n',
    [
      [1, 'size', 'b'],
      [2, '5" pipe', 'c'],
    ],
    {},
  ],
  [
    'a European Excel',
    Buffer.from('Name;E-Mail\r\nM\xfcller, Gina;gina@example.com\r\n\x80;x\r\n', 'latin1'),
    [
      [1, 'Name', 'E-Mail'],
      [2, 'Müller, Gina', 'gina@example.com'],
      [3, '€', 'x'],
    ],
    { separator: ';', encoding: 'windows-1252' },
  ],
  ['an announced separator', 'sep=|\r\na|b,c;d\r\n', [[2, 'a', 'b,c;d']], { separator: '|' }],
  [
    'a byte order mark',
    '\ufeffE-mail\tFirst\nana@example.com\tÁna\n',
    [
      [1, 'E-mail', 'First'],
      [2, 'ana@example.com', 'Ána'],
    ],
    { separator: '\t', encoding: 'utf-8' },
  ],
  [
    'UTF-16 with a mark',
    utf16('\ufeffname\temail\nŁukasz\tl@example.com\n'),
    [
      [1, 'name', 'email'],
      [2, 'Łukasz', 'l@example.com'],
    ],
    { encoding: 'utf-16le' },
  ],
  [
    'UTF-16 without one, the other way round',
    utf16('name,email\nAna,a@example.com\n').swap16(),
    [
      [1, 'name', 'email'],
      [2, 'Ana', 'a@example.com'],
    ],
    { encoding: 'utf-16be' },
  ],
  [
    'lines that end with CR, and one column',
    'email\ra@example.com\rb@example.com',
    [
      [1, 'email'],
      [2, 'a@example.com'],
      [3, 'b@example.com'],
    ],
    {},
  ],
  [
    'lines that end in different ways',
    'email,first\r\na@example.com,Ana\nb@example.com,"Bo\nB"\rc@example.com,Cy',
    [
      [1, 'email', 'first'],
      [2, 'a@example.com', 'Ana'],
      [3, 'b@example.com', 'Bo\nB'],
      [4, 'c@example.com', 'Cy'],
    ],
    {},
  ],
  [
    'spaces before quotation marks',
    'email, name\na@example.com, "Ruiz, Ana"\n',
    [
      [1, 'email', 'name'],
      [2, 'a@example.com', 'Ruiz, Ana'],
    ],
    {},
  ],
  [
    'spaces behind quotation marks, and quotation marks within a cell',
    'email,name,note\n"a@example.com" ,"Ruiz, Ana" ,"so" she said\nb@example.com,"Bo" "B" ,\n',
    [
      [1, 'email', 'name', 'note'],
      [2, 'a@example.com', 'Ruiz, Ana', '"so" she said'],
      [3, 'b@example.com', '"Bo" "B"'],
    ],
    {},
  ],
  [
    'heads that objects have, and formulas',
    '__proto__,constructor\n=1+1,"=HYPERLINK(""http://x"")"\n',
    [
      [1, '__proto__', 'constructor'],
      [2, '=1+1', '=HYPERLINK("http://x")'],
    ],
    {},
  ],
])('a CSV file with %s', async (_what, file, rows, source) => {
  const { rows: made, found } = await read(file);
  expect(made).toEqual(rows);
  expect(found).toMatchObject({ facts: { rows: rows.length, source } });
});

test('a file can be read in another encoding, and what looks garbled is counted', async () => {
  const file = Buffer.concat([Buffer.from('name\nMuñoz\nPeña\n'), Buffer.from([0xe9, 0x0a])]);
  const guessed = await read(file);
  expect(guessed.found).toMatchObject({
    facts: { source: { encoding: 'windows-1252' }, garbled: 2, garbledExample: 'MuÃ±oz' },
  });
  const chosen = await read(file, 'utf-8');
  expect(chosen.rows.slice(1, 3)).toEqual([
    [2, 'Muñoz'],
    [3, 'Peña'],
  ]);
  expect(chosen.found).toMatchObject({ facts: { garbled: 0 } });
});

test('a workbook: the first visible sheet, texts of all kinds, dates, large numbers, results of formulas', async () => {
  const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>
    <row r="3"><c r="A3" s="1"><v>46357</v></c><c r="B3" s="2"><v>46357.5</v></c><c r="C3" s="3"><v>12.5</v></c>
      <c r="D3"><v>5.035550171E9</v></c><c r="E3" t="b"><v>1</v></c><c r="F3"><f>1+1</f><v>2</v></c>
      <c r="G3" t="str"><f>A1</f><v>a_x000D_b</v></c><c r="H3" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c></row>`;
  const shared =
    '<si><t>E-mail &amp; more</t></si><si><r><t>王</t></r><rPh sb="0" eb="1"><t>wang</t></rPh></si>';
  const { rows: made, found } = await read(await zipOf(bookParts({ rows, shared })));
  expect(made).toEqual([
    [1, 'E-mail & more', '', '王'],
    [3, '12/01/2026', '12/01/2026 12:00', '12.5', '5035550171', 'TRUE', '2', 'a\rb', 'inline'],
  ]);
  expect(found).toMatchObject({ facts: { rows: 2, columns: 8, source: { sheet: 'People' } } });
});

const entity = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>';
const named = '<row r="1"><c t="str"><v>&e;</v></c></row>';

test.each<[string, () => string | Buffer | Promise<Buffer>, object]>([
  ['a PDF with another name', async () => Buffer.from(await makePdf()), { outcome: 'unreadable' }],
  ['a picture', () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 0, 0, 0]), { outcome: 'unreadable' }],
  ['an archive of something else', () => zipOf({ 'a.txt': 'a' }), { outcome: 'unreadable' }],
  [
    'a workbook that is cut off',
    async () => (await xlsxOf([['a']])).subarray(0, 900),
    { outcome: 'unreadable' },
  ],
  [
    'a workbook that names a file of the machine',
    () => zipOf(bookParts({ rows: named, prolog: entity })),
    { outcome: 'unreadable' },
  ],
  [
    'a workbook with an entity that nothing declares',
    () => zipOf(bookParts({ rows: named })),
    { outcome: 'unreadable' },
  ],
  ['a workbook with a password', () => compoundFile('EncryptedPackage'), { outcome: 'encrypted' }],
  [
    'a workbook whose archive has a password',
    () => zipOf(bookParts({ rows: '' }), { password: 'a' }),
    { outcome: 'encrypted' },
  ],
  [
    'a workbook of the older Excel',
    () => compoundFile('Workbook'),
    { found: { problem: { why: 'old-excel' } } },
  ],
  [
    '9.9 MB in one cell',
    () => `email\n${'a'.repeat(9_900_000)}\n`,
    { found: { problem: { why: 'cell', number: 2 } } },
  ],
  [
    'a quotation mark that is not closed',
    () => 'email\n"a@example.com\nb@example.com\n',
    { found: { problem: { why: 'quote', number: 2 } } },
  ],
  [
    '500 columns',
    () => `${Array.from({ length: 500 }, (_, at) => `c${at}`).join(',')}\n`,
    { found: { problem: { why: 'columns', number: 500 } } },
  ],
  [
    'a cell far to the right',
    () => zipOf(bookParts({ rows: '<row r="1"><c r="XFD1" t="str"><v>a</v></c></row>' })),
    { found: { problem: { why: 'columns', number: 16_384 } } },
  ],
])('%s is no table', async (_what, make, answer) => {
  expect((await read(await make())).answer).toMatchObject(answer);
});

test('rows above the limit are counted and not made', async () => {
  const { rows, found } = await read(`email\n${'a@b.example\n'.repeat(100_002)}`);
  expect(rows).toHaveLength(100_001);
  expect(found).toMatchObject({ facts: { rows: 100_003 } });
});

test('a workbook that inflates to gigabytes, and one that hides it', async () => {
  expect((await read(await spreadsheetSaying(450_000_000))).answer.outcome).toBe('too-complex');
  expect((await read(await spreadsheetSaying(100))).answer.outcome).toBe('unreadable');
});

test('the rows come from the process as a file', async () => {
  const read = await readFile(
    'ada',
    { name: 'table' },
    await fileOf(Buffer.from('email\nana@example.com\n')),
  );
  if (read.outcome !== 'read' || !read.made) throw new Error('nothing was made');
  await using made = read.made;
  expect((await made.content()).toString()).toBe('[1,"email"]\n[2,"ana@example.com"]\n');
  expect(await rowsOf('')).toEqual([]);
});
