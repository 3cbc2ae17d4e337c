import { hasStaff } from '#modules/identity/index.ts';
import { type Portal, SECOND } from '#modules/platform/index.ts';

/**
 * How long the answer 'not yet' is kept, so that a page that waits for the setup does not query the database each time.
 */
const LOOK_AGAIN = SECOND;

/**
 * Whether the portal has an admin (D87). Only production needs one. After one was found, the database is not queried
 * any more.
 * @returns true, or a promise if the database has to be queried
 */
export function setUpCheck(portal: Portal): () => true | Promise<boolean> {
  if (portal.config.environment !== 'production') return () => true;
  let found = false;
  let asked: { at: number; answer: Promise<boolean> } | undefined;
  return () => {
    if (found) return true;
    const now = performance.now();
    if (!asked || now - asked.at > LOOK_AGAIN) {
      const answer = hasStaff({ db: portal.readingDb });
      asked = { at: now, answer };
      answer.then(
        (has) => {
          found ||= has;
        },
        () => {
          asked = undefined;
        },
      );
    }
    return asked.answer;
  };
}
