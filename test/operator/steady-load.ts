import { setTimeout as pause } from 'node:timers/promises';
import type { PlainBrowser } from './plain-browser.ts';

/** The page that shows the switch that the clients flip. */
const page = '/user/profile/privacy';
const box = /<input\b[^>]*name="email_preference_invites"[^>]*>/;

/** In milliseconds, between two flips of a person: nobody reaches the limit of an hour. */
const PACE = 150;

export interface LoadSeen {
  /** Answers to requests that change nothing. */
  reads: number;
  failedReads: (number | string)[];
  /** Answers to flips of the switch that were confirmed. */
  writes: number;
  failedWrites: (number | string)[];
  /** Pages that did not show what the same person had been told was saved. */
  stale: number;
}

/**
 * People who use the portal all the time: each flips a switch, and then looks at the page that shows it. Others open the
 * log-in page.
 * @param browsers signed in, one for each person
 */
export function steadyLoad(browsers: readonly PlainBrowser[], visitors: readonly PlainBrowser[]) {
  const seen: LoadSeen = { reads: 0, failedReads: [], writes: 0, failedWrites: [], stale: 0 };
  let isOver = false;
  const statusOf = async (sent: Promise<{ status: number }>) =>
    sent.then(
      ({ status }) => status,
      (error: Error) => error.message,
    );
  const person = async (browser: PlainBrowser) => {
    for (let on = false; !isOver; on = !on) {
      const written = await statusOf(
        browser.post('/profile/updatepreferences', { email_preference_invites: on ? 'YES' : 'NO' }),
      );
      if (written === 200) seen.writes += 1;
      else if (written === 429) throw new Error('A person may flip the switch 600 times an hour');
      else seen.failedWrites.push(written);
      const shown = browser.get(page);
      const read = await statusOf(shown);
      if (read !== 200) {
        seen.failedReads.push(read);
        continue;
      }
      seen.reads += 1;
      const tag = box.exec((await shown).body)?.[0];
      if (!tag) throw new Error(`${page} shows no switch`);
      if (written === 200 && /\schecked/.test(tag) !== on) seen.stale += 1;
      await pause(PACE);
    }
  };
  const visitor = async (browser: PlainBrowser) => {
    while (!isOver) {
      const read = await statusOf(browser.get('/login'));
      if (read === 200) seen.reads += 1;
      else seen.failedReads.push(read);
      await pause(20);
    }
  };
  const ended = Promise.all([...browsers.map(person), ...visitors.map(visitor)]);
  return {
    seen,
    /** Waits until this many more writes were confirmed. */
    async more(writes: number): Promise<void> {
      const goal = seen.writes + writes;
      while (seen.writes < goal) await Promise.race([pause(20), ended]);
    },
    async end(): Promise<LoadSeen> {
      isOver = true;
      await ended;
      return seen;
    },
  };
}
