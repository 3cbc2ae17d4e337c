import { createVisit, type Visit } from '#modules/platform/index.ts';

/**
 * A visit by nobody in particular, with the cookies of a browser.
 * @returns the visit, and the lines of the cookies that it sets
 */
export function visitWith(cookieHeader: string): { visit: Visit; lines: string[] } {
  const lines: string[] = [];
  const visit = createVisit({
    address: '203.0.113.10',
    agent: 'Visitor/1.0',
    host: 'localhost:3000',
    origin: 'http://localhost:3000',
    polling: false,
    sameOrigin: true,
    cookieHeader,
    setCookie: (line) => lines.push(line),
    secureCookies: false,
    readCaller: async () => null,
  });
  return { visit, lines };
}
