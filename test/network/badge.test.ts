import { decodePDFRawStream, PDFArray, PDFDocument, PDFRawStream } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { getShareLink, makeShareLink, readShareBadge } from '#modules/network/index.ts';
import { newBrandedHost } from '#test/factories/branding.ts';
import { newScoredPerson } from '#test/factories/network.ts';
import { type Registered, signIn } from '#test/factories/people.ts';
import { faultsForReaders, readAloud } from '#test/pdf-tags.ts';
import { pdfPlaces } from '#test/pdf-text.ts';
import { testPortal } from '#test/portal.ts';

/** What is on the card of a share link, and where, in points from the bottom left of an ID card (243 by 153). */

const portal = await testPortal();

async function badgeOf(person: Registered, format: 'png' | 'pdf', host?: string) {
  const { linkid } = await person.visitor.perform(makeShareLink, { days: '14' });
  const visitor = await signIn(portal, person, portal.visitor(host ? { host } : {}));
  const { file } = await visitor.perform(readShareBadge, { linkid, format });
  return { file, ...(await visitor.perform(getShareLink, { linkid })) };
}

/** Operators that say nothing about what is drawn, or the same for everything. */
const plain = /^(.* BDC|.* BMC|EMC|<.*> Tj|BT|ET|T\*|h|f|24 TL|0 w|\[\] 0 d|0 0 0 rg|1 0 0 1 0 0 cm|)$/;

/** Each thing that the page draws, as its operators, without its tags, letters, and names of fonts and pictures. */
async function drawn(file: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(file);
  const contents = document.getPage(0).node.Contents();
  const text = (contents instanceof PDFArray ? contents.asArray() : [contents])
    .map((part) => document.context.lookup(part))
    .map((stream) =>
      stream instanceof PDFRawStream
        ? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')
        : '',
    )
    .join('\n');
  return text
    .split(/^q$/m)
    .map((things) =>
      things
        .replace(/^Q$/m, '')
        .split('\n')
        .filter((line) => !plain.test(line))
        .map((line) => line.replace(/^\/(Arimo-[A-Z][a-z]+|Image)-\d+/, '$1'))
        .join(', '),
    )
    .filter(Boolean);
}

test('the card has the brand, the code, the name and the ShieldID at their places', async () => {
  const person = await newScoredPerson(portal, { firstname: 'Lena', lastname: 'Ortiz' });
  const { file, made } = await badgeOf(person, 'pdf');
  const place = '1 0 0 1 0 153 cm, 1 0 0 -1 0 0 cm';
  const edge = '0 0 m, 243 0 l, 243 5 l, 0 5 l';
  const code = '1 0 0 1 137 24.5 cm, 92 0 0 92 0 0 cm, Image Do';
  const rest = [
    'Arimo-Bold 13 Tf, 1 0 0 1 14 74 Tm',
    'Arimo-Regular 7 Tf, 1 0 0 1 14 54 Tm',
    'Arimo-Bold 12 Tf, 1 0 0 1 14 40 Tm',
    'Arimo-Regular 7 Tf, 1 0 0 1 14 14 Tm',
  ];
  expect(await drawn(file)).toEqual([
    expect.stringMatching(`^${place}.*${edge}$`),
    'Arimo-Bold 12 Tf, 1 0 0 1 14 122 Tm',
    code,
    ...rest,
  ]);
  const told = [
    'Figure QR code of Lena Ortiz\u2019s current score',
    'H1 Lena Ortiz',
    'P ShieldID',
    `P ${person.shieldId}`,
    'P Scan for the current score',
  ];
  const base64 = Buffer.from(file).toString('base64');
  expect(await readAloud(base64)).toEqual(['P ShieldHub', ...told]);
  expect(await faultsForReaders(base64)).toEqual([]);
  expect((await PDFDocument.load(file)).getCreationDate()?.getTime()).toBe(
    Math.floor(made.getTime() / 1000) * 1000,
  );
  // With a logo in place of the name, and the color of the brand.
  const host = await newBrandedHost(portal, { label: 'boots', color: '#7a1f3d' });
  const branded = await badgeOf(person, 'pdf', host);
  const shades = [0x7a, 0x1f, 0x3d].map((shade) => shade / 255).join(' ');
  expect(await drawn(branded.file)).toEqual([
    `${place}, ${shades} rg, ${edge}`,
    '1 0 0 1 14 116 cm, 36 0 0 18 0 0 cm, Image Do',
    code,
    ...rest,
  ]);
  const brandedFile = Buffer.from(branded.file).toString('base64');
  expect(await readAloud(brandedFile)).toEqual([expect.stringMatching(/^Figure ./), ...told]);
  expect(await faultsForReaders(brandedFile)).toEqual([]);
});

test.each([
  ['Łukasz', 'Nguyễn Đặng', 2],
  ['Ελένη', 'Щербакова', 2],
  ['Maximiliana', 'Featherstonehaugh', 2],
  ['Maximiliana', 'Wąchock-Świętokrzyska', 2],
  ['Ann', 'de la Cruz Konstantinopoulos Vanderbilt', 3],
  ['Ann', 'Featherstonehaugh'.repeat(4).slice(0, 60), 5],
])(
  'the name of %s %s is whole and readable, between the brand, the ShieldID and the code',
  async (firstname, lastname, most) => {
    const person = await newScoredPerson(portal, { firstname, lastname });
    const base64 = Buffer.from((await badgeOf(person, 'pdf')).file).toString('base64');
    const places = await pdfPlaces(base64);
    const last = places.findIndex(({ text }) => text === 'ShieldID');
    const lines = places.slice(1, last).filter(({ text }) => text.trim());
    const name = lines.map(({ text }) => text.trimEnd());
    expect(name.join('').replaceAll(' ', '')).toBe(`${firstname}${lastname}`.replaceAll(' ', ''));
    expect(new Set(lines.map(({ line }) => line)).size).toBeLessThanOrEqual(most);
    for (const { right, line, size } of lines) {
      expect(right).toBeLessThanOrEqual(137 - 14 + 0.1);
      expect(size).toBeGreaterThanOrEqual(7);
      expect(line).toBeGreaterThanOrEqual(68);
      expect(line + 0.75 * size).toBeLessThanOrEqual(114);
    }
  },
);

test('the picture has sixteen pixels for each square, black on white, with a margin of four squares', async () => {
  const { file } = await badgeOf(await newScoredPerson(portal), 'png');
  const { data, info } = await sharp(file).greyscale().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => data[(y * info.width + x) * info.channels];
  expect([info.width % 16, info.width]).toEqual([0, info.height]);
  const begin = 4 * 16;
  // A corner of the code is a black line of seven squares, followed by a white one.
  const line = [begin - 1, begin, begin + 7 * 16 - 1, begin + 7 * 16].map((x) => at(x, begin));
  expect([at(begin, begin - 1), ...line]).toEqual([255, 255, 0, 0, 255]);
  expect(at(info.width - begin, begin)).toBe(255);
  expect(at(info.width - begin - 1, begin)).toBe(0);
});
