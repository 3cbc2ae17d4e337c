import { describe, expect, test } from 'vitest';
import { getTermsText, publishTermsText, saveTermsText, withdrawTermsText } from '#modules/admin/index.ts';
import { getLegalText } from '#modules/enterprise/index.ts';
import { legalTextKinds } from '#modules/identity/index.ts';
import { newPerson, newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';

const portal = await testPortal();
const { visitor } = await newStaff(portal, { firstname: 'Quinn', lastname: 'Ames' });

describe.each(legalTextKinds)('the portal’s %s', (kind) => {
  const named = { kind, companyid: null };
  const shown = async () => (await portal.visitor().perform(getLegalText, { text: kind })).html;

  test('is drafted, read before it is published, and keeps its versions with who published them', async () => {
    const person = await newPerson(portal);
    const before = await visitor.perform(getTermsText, named);
    expect(before).toMatchObject({
      draft: null,
      versions: [{ version: 1, published_by: null, is_current: true }],
    });
    const was = await shown();
    const html = `<p>Our ${kind}.</p><script>steal()</script>`;
    await visitor.perform(saveTermsText, { ...named, html, seen: before.seen });
    expect(await shown()).toBe(was);

    await expect(visitor.perform(publishTermsText, { ...named, seen: before.seen })).rejects.toMatchObject({
      code: 'admin.draft-newer',
    });
    const drafted = await visitor.perform(getTermsText, named);
    expect(drafted.draft).toMatchObject({ html: `<p>Our ${kind}.</p>`, author: 'Quinn Ames' });
    expect(await visitor.perform(publishTermsText, { ...named, seen: drafted.seen })).toEqual({ version: 2 });
    expect(await shown()).toBe(`<p>Our ${kind}.</p>`);
    expect(await visitor.perform(getTermsText, named)).toMatchObject({
      draft: null,
      versions: [
        { version: 2, published_by: 'Quinn Ames', published_at: expect.any(Date), is_current: true },
        { version: 1, published_by: null, html: was, is_current: false },
      ],
    });
    expect((await person.visitor.caller())?.termsAccepted).toBe(true);
  });

  test('is never withdrawn, and no company has its own', async () => {
    const { seen } = await visitor.perform(getTermsText, named);
    const refused = { code: 'not-found' };
    await expect(visitor.perform(withdrawTermsText, { ...named, seen })).rejects.toMatchObject(refused);
    const companyid = '0190a8f0-0000-7000-8000-000000000000';
    await expect(visitor.perform(getTermsText, { kind, companyid })).rejects.toMatchObject(refused);
  });
});

test('no version can be changed', async () => {
  await expect(
    portal.pool.query(`update terms_version set html = 'x' where kind = 'disclaimer'`),
  ).rejects.toThrow(/never changes|permission denied/);
});
