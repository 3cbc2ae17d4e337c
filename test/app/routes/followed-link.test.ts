import { expect, test } from 'vitest';
import { leaveLink, rememberLink } from '#app/routes/network/link-cookies.server.ts';
import { visitWith } from '../visit-with.ts';

test('a link is remembered with its page for twelve hours, and forgotten at once', () => {
  const { visit, lines } = visitWith('');
  rememberLink(visit, 'TX 1/2');
  expect(lines.map((line) => line.split(';')[0])).toEqual([
    'link_id=TX%201%2F2',
    `link_redirect=${encodeURIComponent('/link/TX%201%2F2')}`,
  ]);
  for (const line of lines) expect(line).toContain('Max-Age=43200');
  const later = visitWith('link_id=TX1');
  leaveLink(later.visit);
  expect(later.lines).toHaveLength(1);
  expect(later.lines[0]).toMatch(/^link_id=;.*Max-Age=0/);
  const never = visitWith('');
  leaveLink(never.visit);
  expect(never.lines).toEqual([]);
});
