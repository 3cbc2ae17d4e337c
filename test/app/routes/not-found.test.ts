import { expect, test } from 'vitest';
import { loader } from '#app/routes/shell/not-found.tsx';
import { newPersonWithoutTwoStep, newStaff } from '#test/factories/people.ts';
import { testPortal } from '#test/portal.ts';
import { askPage, redirectOf } from '../page.ts';

const portal = await testPortal();

test('staff read that an address of the console is not found; everybody else is led elsewhere', async () => {
  const [staff, person] = [await newStaff(portal), await newPersonWithoutTwoStep(portal)];
  const path = '/admin/no/such/page';
  const ask = (visitor: typeof staff.visitor, at = path) => askPage(portal, visitor, loader, { path: at });
  expect(await ask(staff.visitor)).toMatchObject({ status: 404 });
  expect(redirectOf(await ask(staff.visitor, '/no/such/page'))).toBe('/user');
  expect(redirectOf(await ask(person.visitor))).toBe('/user');
  expect(redirectOf(await ask(portal.visitor()))).toBe('/login');
});
