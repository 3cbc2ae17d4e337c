import { describe, expect, it } from 'vitest';
import { isSameEmailAddress, readEmailAddress, showEmailAddress } from '#modules/platform/index.ts';

describe('the one form of an address', () => {
  it.each([
    ['in capitals, with spaces around', ' \tGina@Example.COM\u00a0\n', 'gina@example.com'],
    ['with a domain in Unicode', 'gina@müller.example', 'gina@xn--mller-kva.example'],
    ['with a domain in ASCII', 'gina@XN--mller-KVA.example', 'gina@xn--mller-kva.example'],
    ['with a domain in another normal form', 'gina@mu\u0308ller.example', 'gina@xn--mller-kva.example'],
    ['with a top-level domain in Unicode', 'gina@пример.рф', 'gina@xn--e1afmkfd.xn--p1ai'],
    ['with an ideographic full stop', 'gina@日本語。jp', 'gina@xn--wgv71a119e.jp'],
    ['with a sharp s, which is no ss', 'gina@straße.example', 'gina@xn--strae-oqa.example'],
    ['in full-width characters', 'ｇｉｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'gina@example.com'],
    [
      'with invisible characters',
      '\ufeff\u202agi\u200bna@ex\u00adam\u200cple\u2060.com\u202c',
      'gina@example.com',
    ],
    ['with a joiner that its script needs', 'gina@نامه\u200cای.com', 'gina@xn--mgba3gch31f060k.com'],
    ['with a local part in another normal form', 'jose\u0301@example.com', 'josé@example.com'],
    ['in brackets', '<gina@example.com>', 'gina@example.com'],
    ['in brackets behind a name', '"Müller, Gina" <gina@example.com>', 'gina@example.com'],
    ['as a link', 'mailto:gina%2Bwork@example.com?subject=Hello', 'gina+work@example.com'],
    ['as a link in brackets', '<mailto:gina@example.com>', 'gina@example.com'],
    ['as a link in Markdown', '[Gina](mailto:gina@example.com)', 'gina@example.com'],
    ['at the end of a sentence', 'gina@example.com.', 'gina@example.com'],
    ['at the end of a sentence in full width', 'ｇｉｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ。', 'gina@example.com'],
    ['in a list', '<gina@example.com>, ', 'gina@example.com'],
    ['in quotes', '“gina@example.com”', 'gina@example.com'],
    ['in single quotes', "'gina@example.com'", 'gina@example.com'],
    ['in parentheses', '(gina@example.com)', 'gina@example.com'],
    ['in parentheses behind a name', 'Gina Müller (gina@example.com)', 'gina@example.com'],
    ['with a remark', 'gina@example.com (Gina)', 'gina@example.com'],
    ['with a label', 'Email: gina@example.com', 'gina@example.com'],
    ['as a link with a label', 'E-mail: mailto:gina@example.com', 'gina@example.com'],
    ['with spaces around the at sign', 'gina @ example.com', 'gina@example.com'],
    ['with an apostrophe of its own at the beginning', "'gina@example.com", "'gina@example.com"],
  ])('is read from one %s', (_how, typed, wanted) => {
    expect(readEmailAddress(typed)).toBe(wanted);
    expect(readEmailAddress(wanted), 'again').toBe(wanted);
  });

  const [label, local] = ['a'.repeat(63), 'a'.repeat(64)];
  const longest = `${local}@${[label, label, 'a'.repeat(57)].join('.')}.com`;

  it.each([
    ['without an at sign', 'gina.example.com'],
    ['as a site', 'https://gina@example.com'],
    ['without a top-level domain', 'gina@example'],
    ['with an empty label', 'gina@example..com'],
    ['with a hyphen at the beginning of a label', 'gina@-example.com'],
    ['with a hyphen at the end of a label', 'gina@example-.com'],
    ['with two hyphens where an encoding begins', 'gina@ab--cd.com'],
    ['with an underscore in the domain', 'gina@my_firm.com'],
    ['with an encoded label that decodes to nothing', 'gina@xn--.com'],
    ['with an encoded label that is not in its only form', 'gina@xn--a.com'],
    ['with a number as its top-level domain', 'gina@192.168.0.1'],
    ['with an encoded letter', 'gina@ex%61mple.com'],
    ['with a port', 'gina@example.com:25'],
    ['with a label of 64 characters', `gina@${'a'.repeat(64)}.com`],
    ['with a local part of 65 bytes', `${'a'.repeat(65)}@example.com`],
    ['with a local part of 66 bytes in 33 letters', `${'é'.repeat(33)}@example.com`],
    ['of 255 bytes', longest.replace('.com', 'a.com')],
    ['with two dots in its local part', 'gina..m@example.com'],
    ['with a space in it', 'gina m@example.com'],
    ['that is two', 'gina@example.com, nina@example.com'],
    ['that is two, one in parentheses', 'gina@example.com (nina@example.com)'],
    ['in a sentence', 'Write to gina@example.com'],
    ['in words', 'gina(at)example.com'],
    ['with half a surrogate pair', 'gina\ud800@example.com'],
  ])('is not read from one %s', (_how, typed) => {
    expect(readEmailAddress(typed)).toBeNull();
  });

  it('has at most 254 bytes, 64 of them before the at sign and 63 in a label', () => {
    expect(longest).toHaveLength(254);
    expect(readEmailAddress(longest)).toBe(longest);
  });

  it('says whether two addresses are one mailbox, also for one that nothing reads', () => {
    expect(isSameEmailAddress('gina@müller.example', 'gina@xn--mller-kva.example')).toBe(true);
    expect(isSameEmailAddress('gina@example.com', 'nina@example.com')).toBe(false);
    expect(isSameEmailAddress('gina@my_firm.com', 'gina@my_firm.com')).toBe(true);
  });
});

describe('the form in which an address is shown', () => {
  it.each([
    'gina@müller.example',
    'gina@пример.рф',
    'gina@日本語.jp',
    'gina@한국.example',
    'gina@παράδειγμα.example',
    'gina@نامهای.example',
  ])('is Unicode for %s, and is read back', (address) => {
    const stored = readEmailAddress(address) ?? '';
    expect(stored).toContain('xn--');
    expect(showEmailAddress(stored)).toBe(address);
  });

  it.each([
    ['letters of two scripts', 'gina@m\u0438\u0445ed.com'],
    ['Cyrillic letters that look like Latin ones', 'gina@аррӏе.com'],
    ['Greek letters that look like Latin ones', 'gina@οκτα.com'],
    ['a Latin letter that looks like another', 'gina@g\u0131na.com'],
    ['an invisible joiner', 'gina@نامه\u200cای.com'],
    ['a picture', 'gina@💩.la'],
    ['one clear label and one that is not', 'gina@müller.аррӏе.com'],
  ])('is ASCII for %s', (_what, address) => {
    const stored = readEmailAddress(address) ?? '';
    expect(stored).toContain('xn--');
    expect(showEmailAddress(stored)).toBe(stored);
  });

  it('is the address itself if nothing in it is encoded, or not rightly', () => {
    for (const address of ['gina@example.com', 'gina@xn--a.com', '']) {
      expect(showEmailAddress(address)).toBe(address);
    }
  });
});
