import { expect, it } from 'vitest';
import { shownForHeader } from '#app/intents.ts';
import { shownForMark } from '#modules/identity/index.ts';
import { newPersonWithoutTwoStep } from '#test/factories/people.ts';
import { servedPortal } from '#test/factories/served-portal.ts';
import { ask } from './ask.ts';

const portal = await servedPortal();
const { host, port } = new URL(portal.origin);

it('a call of a page that was shown for another account answers nothing, even if it only reads (D112)', async () => {
  const [ann, ben] = [await newPersonWithoutTwoStep(portal), await newPersonWithoutTwoStep(portal)];
  const callerOfAnn = await ann.visitor.caller();
  if (!callerOfAnn) throw new Error('no caller');
  const headers = {
    host,
    'sec-fetch-site': 'same-origin',
    [shownForHeader]: shownForMark(portal.keys, callerOfAnn),
  };
  const read = (visitor: typeof ann.visitor) =>
    ask(Number(port), '/hub/api/myprofile', {
      headers: { ...headers, cookie: `session=${visitor.cookies.get('session')}` },
    });
  expect((await read(ann.visitor)).status).toBe(200);
  const { status, body } = await read(ben.visitor);
  expect({ status, ...JSON.parse(body) }).toMatchObject({ status: 409, error_code: 'page-of-another' });
  expect(body).not.toContain(ben.emailaddress);
});
