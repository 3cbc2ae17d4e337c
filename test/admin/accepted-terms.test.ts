import { expect, test } from 'vitest';
import { getAcceptedTerms, getTermsHistory, openUserRecord } from '#modules/admin/index.ts';
import { acceptTerms } from '#modules/enterprise/index.ts';
import { publishTerms } from '#modules/identity/index.ts';
import { MINUTE } from '#modules/platform/index.ts';
import { newPerson, newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();

test('staff read each text that a person accepted, the newest first, and no other person’s', async () => {
  const person = await newPerson(portal);
  const other = await newPerson(portal);
  for (const version of ['Second', 'Third']) {
    portal.clock.advance(MINUTE);
    await portal.work('test.publish', (work) =>
      publishTerms(work, { kind: 'portal', companyId: null }, `<p>${version} text</p>`),
    );
    await person.visitor.perform(acceptTerms, { accept_terms: 'YES', updatedterms: 'YES' });
  }
  const { visitor } = await newStaff(portal);
  const userid = person.accountId;
  const texts = ['<p>Third text</p>', '<p>Second text</p>', expect.stringMatching(/^<h/)];
  const { historyitems } = await visitor.perform(getTermsHistory, { userid });
  expect(historyitems.map(({ terms_content }) => terms_content)).toEqual(texts);
  const { terms } = await visitor.perform(openUserRecord, { userid });
  const read = (asked: string, id: string) =>
    visitor.perform(getAcceptedTerms, { userid: asked, acceptanceid: id });
  const accepted = await Promise.all(terms.map(({ id }) => read(userid, id)));
  expect(accepted.map(({ terms_content }) => terms_content)).toEqual(texts);
  expect(accepted.map(({ terms_version }) => terms_version)).toEqual(
    terms.map(({ terms_version }) => terms_version),
  );
  const refused = { code: 'not-found' };
  await expect(read(other.accountId, terms[0]?.id ?? '')).rejects.toMatchObject(refused);
  await expect(read(userid, userid)).rejects.toMatchObject(refused);
});
