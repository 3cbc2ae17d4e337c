import { describe, expect, test } from 'vitest';
import type { FooterLinks } from '#modules/platform/mail/footer.ts';
import {
  button,
  code,
  declareMail,
  facts,
  heading,
  link,
  type MailBrand,
  note,
  paragraph,
  renderMail,
} from '#modules/platform/mail/index.ts';

const brand: MailBrand = {
  name: 'Acme & Sons',
  url: 'https://acme.example.com',
  logoUrl: 'https://acme.example.com/logo.png',
  color: '#ed683c',
  timeZone: 'America/Chicago',
  senderAddress: 'no-reply@acme.example.com',
  supportEmail: 'help@acme.example.com',
  postalAddress: 'Acme & Sons, 1 Main Street, Springfield, NY 12345',
};
const content = {
  subject: 'You are invited',
  preheader: 'Acme asks to connect',
  blocks: [
    heading('Hello <Nina>'),
    paragraph('First line\nSecond line'),
    code('A1B2C3'),
    button('Open it', 'https://acme.example.com/link?a=1&b=2'),
    facts([['Amount', '$79']]),
    note('Ignore this if it is not for you.'),
  ],
};
const unsubscribeUrl = 'https://acme.example.com/unsubscribe/abc';
const preferencesUrl = 'https://acme.example.com/emailpreferences/def';
const bare = { preferencesUrl: null, unsubscribeUrl: null };

describe('a mail', () => {
  test('of a brand without a logo has its first letter on its color', () => {
    const { html } = renderMail(content, { ...brand, logoUrl: null }, bare);
    expect(html).toMatch(/<span [^>]*background-color:#ed683c;[^>]*>A<\/span>Acme &amp; Sons/);
  });

  test('says the same in HTML and in plain text', () => {
    const {
      html,
      text,
      links,
      code: found,
    } = renderMail(content, brand, {
      unsubscribeUrl,
      preferencesUrl,
    });
    expect(text).toBe(
      [
        'Hello <Nina>\n============',
        'First line\nSecond line',
        '    A1B2C3',
        'Open it:\nhttps://acme.example.com/link?a=1&b=2',
        'Amount: $79',
        'Ignore this if it is not for you.',
        '-- \nAcme & Sons, 1 Main Street, Springfield, NY 12345\nQuestions? help@acme.example.com\n' +
          'Unsubscribe: https://acme.example.com/unsubscribe/abc\n' +
          'Manage my email preferences: https://acme.example.com/emailpreferences/def\n',
      ].join('\n\n'),
    );
    for (const part of [
      'Hello &lt;Nina&gt;',
      'First line<br>Second line',
      'A1B2C3',
      '>Amount</td>',
      '>$79</td>',
    ]) {
      expect(html).toContain(part);
    }
    expect(html).toContain('href="https://acme.example.com/link?a=1&amp;b=2"');
    expect(html).toContain('alt="Acme &amp; Sons"');
    expect(html).toContain('Acme asks to connect');
    expect(html).toContain('prefers-color-scheme: dark');
    expect(html).not.toMatch(/<script|javascript:/i);
    expect(links).toEqual(['https://acme.example.com/link?a=1&b=2', unsubscribeUrl, preferencesUrl]);
    expect(found).toBe('A1B2C3');
  });

  test('ends with who sent it, where to ask, and what the reader may choose', () => {
    const footOf = (changes: Partial<MailBrand>, links: FooterLinks = bare) => {
      const { html, text } = renderMail(content, { ...brand, ...changes }, links);
      const [, foot = ''] = /<td class="quiet" align="center"[^>]*>(.*?)<\/td>/s.exec(html) ?? [];
      const lines = foot.split('<br>').map((line) => line.replace(/ style="[^"]*"/, ''));
      return [lines, text.split('-- \n')[1]?.trimEnd().split('\n')];
    };
    expect(footOf({}, { unsubscribeUrl, preferencesUrl: null })[0]).toEqual([
      'Acme &amp; Sons, 1 Main Street, Springfield, NY 12345',
      'Questions? <a class="quiet" href="mailto:help@acme.example.com">help@acme.example.com</a>',
      `<a class="quiet" href="${unsubscribeUrl}">Unsubscribe</a>`,
    ]);
    expect(footOf({ postalAddress: null, supportEmail: null })).toEqual([
      ['Acme &amp; Sons'],
      ['Acme & Sons'],
    ]);
  });

  test('lists its links, and underlines its heading with 60 signs at most', () => {
    const local = 'http://localhost:3000/terms';
    const blocks = [heading('x'.repeat(61)), link('Terms', local), note(`"it's" > 1`)];
    const { html, text, links, code: found } = renderMail({ ...content, blocks }, brand, bare);
    expect(links).toEqual([local]);
    expect(found).toBeNull();
    expect(text).toContain(`\n${'='.repeat(60)}\n\nTerms:\n${local}\n`);
    expect(html).toContain('&quot;it&#39;s&quot; &gt; 1');
  });

  test('has no code and is not followed unless it is declared so, and never lacks a subject', () => {
    const kindOf = (more: object) =>
      declareMail({ name: 'test.kind', sample: {}, group: 'service', ...content, blocks: () => [], ...more })(
        {},
      ).kind;
    expect(kindOf({})).toEqual({
      name: 'test.kind',
      version: 1,
      source: expect.stringContaining('You are invited'),
      sample: expect.any(Function),
      group: 'service',
      list: null,
      securityCode: false,
      followed: false,
    });
    expect(kindOf({ securityCode: true, followed: true })).toMatchObject({
      securityCode: true,
      followed: true,
    });
    const empty = declareMail({
      name: 'test.empty',
      sample: {},
      group: 'service',
      ...content,
      subject: '',
      blocks: () => [],
    });
    expect(() => empty({}).content('', 'UTC')).toThrow('one line');
  });

  test('keeps its looks where style sheets are removed and padding counts on cells alone', () => {
    const { html } = renderMail(content, brand, { unsubscribeUrl, preferencesUrl });
    const sheet = /<style>(.*)<\/style>/s.exec(html)?.[1] ?? '';
    expect(sheet.trim()).toMatch(/^@media \(prefers-color-scheme: dark\) \{/);
    const body = html.slice(html.indexOf('<body'));
    for (const [element] of body.matchAll(/<(?:p|h1|a|img|div)[^>]*>/g)) {
      expect(element).toContain(' style="');
    }
    for (const [element] of body.matchAll(/<(?:p|h1|div|table|img)\b[^>]*>/g)) {
      expect(element).not.toMatch(/[";]padding/);
    }
    for (const [element] of body.matchAll(/<td[^>]*background-color[^>]*>/g)) {
      expect(element).toContain('bgcolor=');
    }
    expect(html.length).toBeLessThan(16_000);
  });

  test('has one action at most, a subject of one line, and links to web addresses only', () => {
    const letterOf = (changes: Partial<typeof content>) =>
      declareMail({
        name: 'test.mail',
        sample: {},
        group: 'service',
        ...content,
        ...changes,
        blocks: () => changes.blocks ?? content.blocks,
      })({});
    const twice = [button('A', 'https://a.test'), button('B', 'https://b.test')];
    expect(() => letterOf({ blocks: twice }).content('', 'UTC')).toThrow('more than one action');
    expect(() => letterOf({ subject: 'a\r\nBcc: b@c.d' }).content('', 'UTC')).toThrow('one line');
    const script = { ...content, blocks: [button('A', 'javascript:alert(1)')] };
    expect(() => renderMail(script, brand, bare)).toThrow('web addresses');
  });

  test.each([
    ['#ffffff', '#16191d'],
    ['#ed683c', '#16191d'],
    ['#00204a', '#ffffff'],
    ['#c46000', '#16191d'],
    ['#757575', '#ffffff'],
    ['#0076ff', '#16191d'],
    ['red;}</style>', '#ffffff'],
  ])('writes the action readably on %s', (color, on) => {
    const { html } = renderMail(content, { ...brand, color }, bare);
    expect(html).toContain(`;color:${on}"`);
    expect(html).not.toContain('red;}');
  });
});
