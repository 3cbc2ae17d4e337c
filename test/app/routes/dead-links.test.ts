import { expect, test } from 'vitest';
import { loader as loadUnsubscribe } from '#app/routes/identity/unsubscribe.tsx';
import { loader as loadLink } from '#app/routes/network/link.tsx';
import { loader as loadDecision } from '#app/routes/score/by-code.tsx';
import { newPerson } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { type AskedHandler, askPage, redirectOf } from '../page.ts';

const portal = await testPortal();

const links: [page: string, handler: AskedHandler, param: string][] = [
  ['/link', loadLink, 'linkid'],
  ['/scoreapproval', loadDecision, 'approvalcode'],
  ['/unsubscribe', loadUnsubscribe, 'token'],
];
const dead = ['x', 'A'.repeat(22), 'TX000000018', '0'.repeat(2_000), '%00'];

test.each(links)(
  '%s of a mail, used, ended or unknown, gets a page that says what to do',
  async (page, load, param) => {
    const person = await newPerson(portal);
    for (const visitor of [portal.visitor(), person.visitor]) {
      for (const code of dead) {
        const answer = await askPage(portal, visitor, load, { path: `${page}/x`, params: { [param]: code } });
        expect(redirectOf(answer), code).toBeNull();
        expect(answer, code).toMatchObject({ data: { dead: true }, init: { status: 404 } });
      }
    }
  },
);
