import { expect, test } from 'vitest';
import { type Case, headline } from '#app/routes/adverse/adverse-words.ts';

/** How an adverse action is written on the pages of its company. */

test.each(['America/Los_Angeles', 'Pacific/Kiritimati'])(
  'the day from which the company may decide is that of the place of work, for a reader in %s',
  (timeZone) => {
    const clock = { total: 7, passed: 2, last_day: '2026-12-03', decide_from: '2026-12-04' };
    const said = (state: Case['state']) => headline({ state, clock, closed_at: null } as Case, timeZone);
    expect(said('waiting')).toBe('Day 3 of 7. You may decide from 12/04/2026');
    expect(said('ready')).toBe('You may decide as of 12/04/2026');
  },
);
