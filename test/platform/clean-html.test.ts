import { expect, test } from 'vitest';
import { cleanHtml } from '#modules/platform/index.ts';

/** What is left of a text that staff or a company wrote, before anybody reads it. */

test.each([
  '<h1>Terms</h1><h2>Fees</h2><h3>When</h3><p>A <b>word</b></p>',
  '<ul><li>one</li></ul><ol><li>two</li></ol>',
  '<table><tbody><tr><th>Day</th><td>Fee</td></tr></tbody></table>',
  '<a href="https://example.com/law">law</a>',
  '<a href="mailto:help@example.com">mail</a>',
  '<a href="tel:+15550100000">call</a>',
  '<a href="/terms">ours</a>',
])('%s stays as it is', (html) => {
  expect(cleanHtml(html)).toBe(html);
});

test.each([
  ['<script>steal()</script><style>p{}</style>word', 'word'],
  ['<p style="color:red" onclick="steal()" id="a" class="b">word</p>', '<p>word</p>'],
  ['<form action="/logout"><input name="a"><button>word</button></form>', 'word'],
  ['<iframe src="https://example.com"></iframe><img src="https://example.com/a.png">word', 'word'],
  ['<a href="javascript:steal()">word</a>', '<a>word</a>'],
  ['<a href="data:text/html,a">word</a>', '<a>word</a>'],
  ['<a href="http://example.com">word</a>', '<a>word</a>'],
  [
    '<a href="https://example.com" target="_blank" name="a">word</a>',
    '<a href="https://example.com">word</a>',
  ],
])('%s becomes %s', (html, clean) => {
  expect(cleanHtml(html)).toBe(clean);
});
