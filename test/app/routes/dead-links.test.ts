import { expect, test } from 'vitest';
import { loader as loadConfirm } from '#app/routes/identity/confirm-preferences.tsx';
import { loader as loadPreferences } from '#app/routes/identity/email-preferences.tsx';
import { loader as loadUndo } from '#app/routes/identity/undo.tsx';
import { loader as loadUnsubscribe } from '#app/routes/identity/unsubscribe.tsx';
import { loader as loadLink } from '#app/routes/network/link.tsx';
import { loader as loadDecision } from '#app/routes/score/by-code.tsx';
import { newPerson } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { type AskedHandler, askPage, redirectOf } from '../page.ts';

const portal = await testPortal();

const links: [page: string, handler: AskedHandler, param: string, nothing: object][] = [
  ['/link', loadLink, 'linkid', { inviter: null, ended: null }],
  ['/scoreapproval', loadDecision, 'approvalcode', { dead: { title: 'This link doesn’t work' } }],
  ['/undo', loadUndo, 'token', { found: null }],
  ['/unsubscribe', loadUnsubscribe, 'token', { dead: true }],
  ['/emailpreferences', loadPreferences, 'preferencecode', { masked: null }],
  ['/emailpreferences/confirm', loadConfirm, 'token', { choice: null }],
];
const dead = ['x', 'A'.repeat(22), 'TX000000018', '0'.repeat(2_000), '%00'];

test.each(links)(
  '%s of a mail, used, ended or unknown, gets a page that says what to do',
  async (page, load, param, nothing) => {
    const person = await newPerson(portal);
    for (const visitor of [portal.visitor(), person.visitor]) {
      for (const code of dead) {
        const answer = await askPage(portal, visitor, load, { path: `${page}/x`, params: { [param]: code } });
        expect(redirectOf(answer), code).toBeNull();
        expect(answer, code).toMatchObject({ data: nothing, init: { status: 404 } });
      }
    }
  },
);

test.each(links)(
  '%s of a mail, asked for too often, says to wait and not that it is dead',
  async (page, load, param) => {
    const visitor = portal.visitor({ address: '198.51.100.220' });
    const ask = () =>
      askPage(portal, visitor, load, { path: `${page}/x`, params: { [param]: 'A'.repeat(22) } });
    let answer = await ask();
    const goesOn = () => !(answer instanceof Response) || redirectOf(answer) !== null;
    for (let times = 1; times < 400 && goesOn(); times += 1) answer = await ask();
    expect(answer).toMatchObject({ status: 429 });
  },
);
