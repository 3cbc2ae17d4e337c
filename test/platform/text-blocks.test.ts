import { expect, test } from 'vitest';
import { textBlocks } from '#modules/platform/index.ts';

const linesOf = (html: string) => textBlocks(html).map(({ kind, text }) => `${kind}: ${text}`);

test('headings, paragraphs and words without a tag of their own are blocks in their order', () => {
  expect(
    linesOf('Bare &amp; <b>bold</b><h2>Fees</h2><p>Two\n  lines,<br>three</p><div>Boxed</div> and after'),
  ).toEqual([
    'paragraph: Bare & bold',
    'heading: Fees',
    'paragraph: Two lines,',
    'paragraph: three',
    'paragraph: Boxed',
    'paragraph: and after',
  ]);
});

test('what is quoted, defined or set apart is not left out', () => {
  expect(
    linesOf(
      '<blockquote>Quoted<p>again</p></blockquote><dl><dt>Word</dt><dd>Meaning</dd></dl><pre>Set</pre>',
    ),
  ).toEqual([
    'paragraph: Quoted',
    'paragraph: again',
    'paragraph: Word',
    'paragraph: Meaning',
    'paragraph: Set',
  ]);
});

test('the items of lists within lists have bullets or the numbers of the lists around them', () => {
  expect(
    linesOf(
      `<ol><li>One</li><li><p>Two</p><p>more</p><ol><li>First</li><li>Second<ul><li>Deep</li></ul></li></ol></li></ol>
       <ul><li></li><li>Dot</li></ul>After`,
    ),
  ).toEqual([
    'item: 1. One',
    'item: 2. Two',
    'item: more',
    'item: 2.1. First',
    'item: 2.2. Second',
    'item: \u2013 Deep',
    'item: \u2022 Dot',
    'paragraph: After',
  ]);
});

test('a bullet in a list of bullets is a dash, and an item outside of a list has none', () => {
  expect(linesOf('<ul><li>Dot<ul><li>Dash</li></ul></li></ul>')).toEqual([
    'item: \u2022 Dot',
    'item: \u2013 Dash',
  ]);
  expect(linesOf('<li>Bare</li>')).toEqual(['paragraph: Bare']);
});

test('the bullet of an item without words is not that of what follows, and an empty paragraph takes none', () => {
  expect(linesOf('<ul><li> </li></ul>After')).toEqual(['paragraph: After']);
  expect(linesOf('<ul><li><p></p><p>Kept</p></li></ul>')).toEqual(['item: \u2022 Kept']);
});

test('each row of a table is a line with its cells', () => {
  expect(
    linesOf(
      `<table><caption>Fees</caption><thead><tr><th>Day</th><th>Fee</th></tr></thead>
       <tbody><tr><td><p>Sat</p><p>Sun</p></td><td>$ 20</td></tr>
       <tr><td>Inner <table><tr><td>a</td><td>b</td></tr></table></td><td></td></tr></tbody></table>`,
    ),
  ).toEqual([
    'paragraph: Fees',
    'paragraph: Day | Fee',
    'paragraph: Sat Sun | $ 20',
    'paragraph: Inner a b |',
  ]);
});

test('no markup, script or style is among the words', () => {
  expect(
    linesOf('<p>Say &lt;b&gt; &amp;amp; "x"<script>steal()</script><style>p{}</style></p><p> </p>'),
  ).toEqual(['paragraph: Say <b> &amp; "x"']);
});
