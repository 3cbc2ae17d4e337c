import { describe, expect, test } from 'vitest';
import { writeApplicant } from '#modules/applications/pdf/applicant.ts';
import { certificateOf } from '#modules/applications/pdf/certificate.ts';
import type { ApplicationRecord } from '#modules/applications/pdf/record.ts';
import { Sheet } from '#modules/applications/pdf/sheet.ts';
import { findWritten } from '#modules/platform/files/drawing.ts';
import { pdfFontFiles, pdfPages, pdfPlaces } from '#test/pdf-text.ts';

/** What an application's file says about the applicant, and what its certificate says (D42). */

type Application = ApplicationRecord;
type Details = Application['details'];
type Signed = Application['records'][number];

const details: Details = {
  firstname: 'Dana',
  middlename: 'Lee',
  lastname: 'Fox',
  namesuffix: 'Jr.',
  aliases: [],
  ssn: '***-**-0001',
  dateofbirth: '1985-04-12',
  locked_name_dob: true,
  address1: '12 Oak Street',
  address2: '',
  city: 'Austin',
  state: 'TX',
  postalcode: '78701',
  na_previous_addresses: true,
  previous_addresses: [],
  jurisdictions: [],
};

describe('the applicant', () => {
  const legal = {
    firstname: 'Dana',
    middlename: 'Lee',
    lastname: 'Wolf',
    namesuffix: 'Jr.',
    source: 'id-verification' as const,
    provenAt: new Date(0),
  };
  function written(changes: Partial<Details>, names?: Parameters<typeof writeApplicant>[2]) {
    const facts: (readonly [string, string])[] = [];
    const headings: string[] = [];
    writeApplicant(
      { section: (text) => void headings.push(text), facts: (rows) => void facts.push(...rows) },
      { ...details, ...changes },
      names,
    );
    expect(headings).toEqual(['Applicant']);
    return facts;
  }

  test('is described by what was submitted', () => {
    expect(written({})).toEqual([
      ['Name', 'Dana Lee Fox Jr.'],
      ['Other names', ''],
      ['Date of birth', expect.stringMatching(/1985/)],
      ['Social Security number', '***-**-0001'],
      ['Address', '12 Oak Street, Austin, TX 78701'],
      ['Jurisdictions', 'None of the above'],
    ]);
  });

  test('with other names, earlier addresses and jurisdictions', () => {
    const before = { address1: '1 Elm', address2: 'Unit 2', city: 'Reno', state: 'NV', postalcode: '89501' };
    const facts = written({
      aliases: [
        { firstname: 'Dana', middlename: '', lastname: 'Wolf' },
        { firstname: 'Dan', middlename: 'L', lastname: 'Fox' },
      ],
      previous_addresses: [before, { ...before, address2: '' }],
      jurisdictions: ['California', 'Maine'],
      ssn: null,
      dateofbirth: null,
    });
    expect(facts.slice(1)).toEqual([
      ['Other names', 'Dana Wolf; Dan L Fox'],
      ['Date of birth', ''],
      ['Social Security number', ''],
      ['Address', '12 Oak Street, Austin, TX 78701'],
      ['Previous address 1', '1 Elm, Unit 2, Reno, NV 89501'],
      ['Previous address 2', '1 Elm, Reno, NV 89501'],
      ['Jurisdictions', 'California, Maine'],
    ]);
  });

  test('has a legal name where another one is proven', () => {
    const named = (facts: ReturnType<typeof written>) => facts.find(([name]) => name === 'Legal name')?.[1];
    expect(named(written({}, legal))).toBe('Dana Lee Wolf Jr.');
    expect(named(written({}, { ...legal, lastname: 'Fox' }))).toBeUndefined();
    expect(named(written({}, { ...legal, provenAt: null }))).toBeUndefined();
  });
});

const at = (second: number) => new Date(Date.UTC(2026, 0, 2, 3, 4, second));

const signed: Signed = {
  id: '1',
  kind: 'disclosure',
  title: 'Disclosure',
  body: '',
  acknowledgement_text: null,
  version: 3,
  document_hash: 'd'.repeat(64),
  content_hash: 'd'.repeat(64),
  signature_kind: 'none',
  signature_hash: null,
  reused: false,
  signature_image: null,
  typed_name: null,
  signed_at: at(5),
  address: '203.0.113.1',
  agent: 'Browser/1',
};

const record = (changes: Partial<Application>): Application =>
  ({
    row: { id: 'a1', package_descrip: 'National', provider: 'Ridgeline' },
    submittedAt: at(0),
    details,
    records: [],
    paper: null,
    fileKey: null,
    fileHash: null,
    ...changes,
  }) as Application;

describe('the certificate', () => {
  test('begins with the application and a hash of its whole content', () => {
    const [part, ...others] = certificateOf(record({}));
    expect(part).toEqual({
      title: 'Application',
      facts: [
        ['Application number', 'a1'],
        ['Package', 'National'],
        ['Agency', 'Ridgeline'],
        ['Applicant', 'Dana Lee Fox Jr.'],
        ['Submitted', at(0)],
        ['Signed', 'Electronically'],
      ],
      hashes: [['Content SHA-256', expect.stringMatching(/^[0-9a-f]{64}$/)]],
    });
    expect(others).toEqual([]);
  });

  test.each<[string, Partial<Signed>, [string, string | Date][], number]>([
    ['asks for nothing', {}, [['Kind of signature', 'Not required']], 1],
    [
      'is confirmed',
      { acknowledgement_text: 'I agree' },
      [
        ['Acknowledged', at(5)],
        ['Kind of signature', 'Not required'],
      ],
      1,
    ],
    [
      'is signed with a typed name',
      { signature_kind: 'typed', signature_hash: 'e'.repeat(64) },
      [
        ['Signed', at(5)],
        ['Kind of signature', 'Typed'],
      ],
      2,
    ],
    [
      'is signed with a drawing',
      { signature_kind: 'drawn', signature_hash: 'e'.repeat(64) },
      [
        ['Signed', at(5)],
        ['Kind of signature', 'Drawn'],
      ],
      2,
    ],
    [
      'is signed with the saved signature',
      { signature_kind: 'drawn', signature_hash: 'e'.repeat(64), reused: true },
      [
        ['Signed', at(5)],
        ['Kind of signature', 'Saved, placed by the signer'],
      ],
      2,
    ],
  ])('has each document: one that %s', (_what, changes, facts, hashes) => {
    expect(certificateOf(record({ records: [{ ...signed, ...changes }] }))[1]).toEqual({
      title: 'Disclosure',
      facts: [['Version', '3'], ...facts, ['IP address', '203.0.113.1'], ['Browser', 'Browser/1']],
      hashes: [
        ['Document SHA-256', 'd'.repeat(64)],
        ['Signature SHA-256', 'e'.repeat(64)],
      ].slice(0, hashes),
    });
  });

  const paper: NonNullable<Application['paper']> = {
    id: 'p1',
    received_at: at(1),
    received_by: 'post',
    file_key: 'key',
    file_hash: 'f'.repeat(64),
    file_pages: 7,
    closed_at: at(2),
  };

  test('ends with the paper', () => {
    const parts = certificateOf(record({ paper }));
    expect(parts[0]?.facts).toContainEqual(['Signed', 'On paper']);
    expect(parts[1]).toEqual({
      title: 'Paper application',
      facts: [
        ['Received', at(1)],
        ['How it came', expect.any(String)],
        ['Pages', '7'],
        ['Approved', at(2)],
      ],
      hashes: [['File SHA-256', 'f'.repeat(64)]],
    });
  });

  test('has another hash for anything that was signed otherwise', () => {
    const hashOf = (changes: Partial<Application>) => certificateOf(record(changes))[0]?.hashes[0]?.[1];
    const hashes = [
      {},
      { submittedAt: at(1) },
      { details: { ...details, city: 'Reno' } },
      { records: [signed] },
      { records: [{ ...signed, version: 4 }] },
      { records: [{ ...signed, reused: true }] },
      { records: [{ ...signed, signed_at: at(6) }] },
      { records: [{ ...signed, agent: 'Browser/2' }] },
      { records: [{ ...signed, address: '203.0.113.2' }] },
      { records: [{ ...signed, signature_hash: 'e'.repeat(64) }] },
      { paper },
      { paper: { ...paper, received_by: 'email' as const } },
      { paper: { ...paper, file_hash: 'a'.repeat(64) } },
    ].map(hashOf);
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});

describe('letters', () => {
  async function file(title: string, write: (sheet: Sheet) => void): Promise<string> {
    const sheet = await Sheet.begin({ title, author: 'ShieldHub', made: at(0) });
    write(sheet);
    return (await sheet.finish('Application 1')).toString('base64');
  }
  const bytes = (base64: string) => Buffer.from(base64, 'base64').length;

  test.each([
    ['Polish and Vietnamese', 'Łukasz Nguyễn Đặng', 'Kraków'],
    ['Czech and Turkish', 'Řehoř Yıldız-Güneş', 'Český Těšín'],
    ['Romanian and Hungarian', 'Ștefan Țîrlea-Szőke', 'Iași'],
    ['Latvian and Icelandic', 'Ģirts Ēriks Þór', 'Ķēpa'],
    ['Greek', 'Ελένη Παπαδοπούλου', 'Θεσσαλονίκη'],
    ['Cyrillic', 'Юлія Ґудзь Щёкин', 'Київ'],
  ])('of a name are written as it is spelled: %s', async (_, name, city) => {
    const pdf = await file(`For ${name}`, (sheet) => {
      sheet.heading(name);
      sheet.facts([
        ['Name', name],
        ['Address', `12 Oak Street, ${city}, TX 78701`],
      ]);
    });
    const [words = ''] = await pdfPages(pdf);
    expect(words.replace(/\s+/g, ' ')).toBe(
      `For ${name} ${name} Name ${name} Address 12 Oak Street, ${city}, TX 78701 Application 1 1 / 1`,
    );
  });

  test('that come as a base and an accent are written as one', async () => {
    const pdf = await file('Name', (sheet) => sheet.paragraph('Nguye\u0302\u0303n'));
    expect(await pdfPages(pdf)).toEqual([expect.stringContaining('Nguyễn')]);
  });

  test('with an accent that does not join them are written with it', async () => {
    const name = 'Ọ̀ṣun Adéọlá Ẹ́kọ́';
    const pdf = await file('Name', (sheet) => sheet.facts([['Name', name]]));
    const [page = ''] = await pdfPages(pdf);
    expect(page.replace(/\s+/g, '')).toContain(name.normalize('NFC').replace(/\s+/g, ''));
    // The tilde is above the letter, and not behind it.
    const tilde = await file('q\u0303', () => {});
    const line = (await pdfPlaces(tilde))[0]?.line ?? 0;
    const size = { title: '', page: 1, top: (792 - line - 16) / 792, width: 12 / 612, height: 5 / 792 };
    const look = [56, 68].map((left) => ({ ...size, left: left / 612 }));
    expect(await findWritten(Buffer.from(tilde, 'base64'), look)).toEqual([true, false]);
  });

  test('are all visible', async () => {
    const letters = [...new Set('ŁukaszNguyễnĐặngŘěŞığȘțőŰĢķΕλένηΠύЮліяҐщё')];
    const pdf = await file('Ł', (sheet) => sheet.facts(letters.map((letter) => ['', letter])));
    const places = await pdfPlaces(pdf);
    const boxes = letters.map((letter) => {
      const place = places.find(({ text }) => text === letter);
      if (!place) throw new Error(`${letter} is not in the file`);
      const { left, right, line } = place;
      const box = {
        left: left / 612,
        top: (792 - line - 7) / 792,
        width: (right - left) / 612,
        height: 7 / 792,
      };
      return { title: letter, page: 1, ...box };
    });
    const looked = await findWritten(Buffer.from(pdf, 'base64'), boxes);
    expect(letters.filter((_, at) => !looked[at])).toEqual([]);
    const beside = boxes.map((box) => ({ ...box, left: box.left + 0.1 }));
    const empty = await findWritten(Buffer.from(pdf, 'base64'), beside);
    expect(empty).not.toContain(true);
  });

  test.each([
    ['王小明', 'NotoSansHans-Regular'],
    ['やまだ タロウ', 'NotoSansHans-Regular'],
    ['김철수', 'NotoSansKR-Regular'],
    ['محمد علي', 'NotoSansArabic-Regular'],
    ['דוד כהן', 'NotoSansHebrew-Regular'],
    ['สมชาย ใจดี', 'NotoSansThai-Regular'],
    ['राम कुमार', 'NotoSansDevanagari-Regular'],
    ['தமிழ்', 'UnifontEX-Regular'],
    ['🙂', 'UnifontEX-Regular'],
  ])('of %s are in the file', async (name, font) => {
    const pdf = await file('Name', (sheet) => sheet.facts([['Name', `${name} Lee`]]));
    expect((await pdfFontFiles(pdf)).filter((each) => !each.startsWith('Arimo'))).toEqual([font]);
    expect(bytes(pdf)).toBeLessThan(60_000);
    const [words = ''] = await pdfPages(pdf);
    expect(words).not.toMatch(/[?\u25a1\ufffd]/);
    for (const sign of name.replace(/\s/g, '')) expect(words.normalize('NFC')).toContain(sign);
  });

  test('that no font has are an empty box', async () => {
    const pdf = await file('Name', (sheet) => sheet.paragraph('\u{2a6d6} Li'));
    expect(await pdfPages(pdf)).toEqual([expect.stringContaining('\u25a1 Li')]);
  });

  test('are in the file, each with its font, and only those that are written', async () => {
    const all = (name: string) => (sheet: Sheet) => {
      sheet.section('Applicant');
      sheet.facts([['Name', name]]);
      sheet.hashes([['SHA-256', '00']]);
    };
    const plain = await file('Application', all('Renée Šimunek'));
    expect(await pdfFontFiles(plain)).toEqual(['Arimo-Bold', 'Arimo-Regular']);
    expect(bytes(plain)).toBeLessThan(30_000);
    expect(await pdfPages(plain)).toEqual([expect.stringContaining('Renée Šimunek')]);
  });

  test('are measured in their own font, so that lines end before the margin', async () => {
    const words =
      'Tôi đồng ý cho công ty kiểm tra lý lịch của mình. Wyrażam zgodę na sprawdzenie mojej przeszłości. '.repeat(
        6,
      );
    const long = 'ĐườngŁódź'.repeat(20);
    const pdf = await file('Consent', (sheet) => {
      sheet.paragraph(words);
      sheet.paragraph(long);
      sheet.amounts([
        ['Opłata', '79,00 zł'],
        ['Razem', '109,00 zł'],
      ]);
    });
    const places = (await pdfPlaces(pdf)).filter(({ text }) => text.trim() !== '');
    const lines = places.filter(({ text }) => text.length > 40);
    expect(lines.length).toBeGreaterThan(6);
    for (const { right } of lines) expect(right).toBeLessThanOrEqual(556);
    // A line ends because the next word, or letter, has no room left.
    expect(Math.max(...lines.map(({ right }) => right))).toBeGreaterThan(540);
    const [page = ''] = await pdfPages(pdf);
    expect(page.replace(/\s+/g, '')).toContain(words.replace(/\s+/g, '') + long);
    const sums = places.filter(({ text }) => text.endsWith('00 zł'));
    expect(sums.map(({ right }) => Math.round(right))).toEqual([556, 556]);
  });
});
