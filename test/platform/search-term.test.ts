import { expect, it } from 'vitest';
import { formatPhone } from '#modules/platform/browser.ts';
import { cleanTerm, longestTerm } from '#modules/platform/fields/search.ts';
import { searchText } from '#modules/platform/fields/text.ts';
import { isLongEnough, readEmailAddress, readSearchTerm, showEmailAddress } from '#modules/platform/index.ts';

it.each([
  ['OH 518 561 348'],
  ['oh-518-561-348'],
  ['oh518561348'],
  ['ShieldID OH 518 561 348'],
  ['ShieldID: OH518561348'],
  ['\u200bOH\u00a0518\u2011561\u2011348\ufeff'],
  ['ＯＨ５１８５６１３４８'],
  ['(OH518561348)'],
  ['OH518561348.'],
  ['#OH518561348'],
  ['OH_518_561_348'],
  ['OH.518.561.348'],
  ['“ShieldID: OH518561348,”'],
  ['ABC# OH 518 561 348'],
  ['ID: OH518561348'],
  ['Sam Abernathy (OH 518 561 348)'],
  ['Sam Abernathy\nOH518561348\nIC01'],
])('reads %j as a ShieldID', (typed) => {
  expect(readSearchTerm(typed)).toMatchObject({
    id: 'OH518561348',
    words: ['oh518561348'],
    compact: 'OH518561348',
  });
});

it('reads a ShieldLink ID with its name in front of it, as a page shows it', () => {
  expect(readSearchTerm('ShieldLink ID SL 518 561 348').id).toBe('SL518561348');
});

it('takes no id from a text with several, or from a longer number', () => {
  expect(readSearchTerm('OH518561348 TX518561348').id).toBeNull();
  expect(readSearchTerm('Order AB123456789012').id).toBeNull();
});

it.each([
  ['<sam.abernathy18@contractors.test>', 'sam.abernathy18@contractors.test'],
  ['Sam Abernathy <Sam.Abernathy18@Contractors.test>', 'sam.abernathy18@contractors.test'],
  ['<b>sam@contractors.test</b>', 'sam@contractors.test'],
  ['Sam Abernathy (sam@contractors.test)', 'sam@contractors.test'],
  ['Email: sam@contractors.test.', 'sam@contractors.test'],
  ['mailto:sam@contractors.test', 'sam@contractors.test'],
  [showEmailAddress('sam@xn--mller-kva.example'), 'sam@xn--mller-kva.example'],
])('reads %j as an address', (typed, address) => {
  expect(readSearchTerm(typed)).toMatchObject({ email: address, words: [address] });
});

it.each([
  ['Abernathy, Sam', ['sam', 'abernathy']],
  ['Abernathy,  Sam Lee ', ['sam', 'lee', 'abernathy']],
  ['Abernathy,', ['abernathy']],
  ['ABERNATHY,SAM', ['sam', 'abernathy']],
  ['Abernathy，Sam', ['sam', 'abernathy']],
  ['Abernathy、Sam', ['sam', 'abernathy']],
  ['Acme (Austin)', ['acme', 'austin']],
  ['  SAM   Abernathy', ['sam', 'abernathy']],
  ['“Sam Abernathy”', ['sam', 'abernathy']],
  ['<b>Sam</b> Abernathy', ['sam', 'abernathy']],
  ["'Sam' ‘Abernathy’", ['sam', 'abernathy']],
  ["’t Hooft O’Neil Jones'", ['’t', 'hooft', 'o’neil', "jones'"]],
  ['sa\u00adm\u200b', ['sam']],
  ['José', ['josé']],
  ['Jose\u0301', ['josé']],
  ['.q@elev', ['.q@elev']],
  ['@Müller.example', ['@xn--mller-kva.example']],
  ['1,000 doors', ['1,000', 'doors']],
  ['"', ['"']],
])('reads the words of %j', (typed, words) => {
  expect(readSearchTerm(typed)).toMatchObject({ words, email: null, id: null });
});

it.each([
  formatPhone('5125550147'),
  '(512) 555-0147',
  '+1 512 555 0147',
  '1-512-555-0147',
  '5125550147',
  '001 512/555.0147',
  '512-555-0147 ext. 5',
  'Tel: ５１２５５５０１４７',
])('reads %j as a phone number', (typed) => {
  expect(readSearchTerm(typed).phone).toBe('5125550147');
});

it.each(['112 555 0147', '+44 20 7946 0958', 'OH5185613481x@a.com', '512-555-014'])(
  'reads no phone number from %j',
  (typed) => {
    expect(readSearchTerm(typed).phone).toBeNull();
  },
);

it('takes a term for long enough by what is looked for, not by what nobody sees', () => {
  expect(isLongEnough(readSearchTerm('12.5'))).toBe(true);
  expect(isLongEnough(readSearchTerm('a\u200b\u200b'))).toBe(false);
  expect(isLongEnough(readSearchTerm('<b>a</b>'))).toBe(false);
  expect(isLongEnough(readSearchTerm('  ab '))).toBe(false);
});

it('leaves what it shows as it is', () => {
  const shown = cleanTerm('\u202a Abernathy,\tSam \u202c');
  expect(shown).toBe('Abernathy, Sam');
  expect(cleanTerm(shown)).toBe(shown);
  expect(readEmailAddress('Sam')).toBeNull();
});

it.each([
  ['x'.repeat(5_000), 'x'.repeat(longestTerm)],
  ['😀'.repeat(5_000), '😀'.repeat(longestTerm)],
  [`${'x'.repeat(longestTerm - 1)} y`, 'x'.repeat(longestTerm - 1)],
  [`${' '.repeat(1_000)}Sam`, 'Sam'],
  ['Sam\ud83d\u0000', 'Sam\ufffd'],
])('looks for the beginning of a text that is too long or is none, %#', (typed, term) => {
  expect(searchText(1).parse(typed)).toBe(term);
});
