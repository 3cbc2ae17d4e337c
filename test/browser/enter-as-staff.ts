import type { Page } from '@playwright/test';
import { newStaff, type PersonWanted, type Registered } from '#test/factories/people.ts';
import type { VisitedPortal } from '#test/visitor.ts';

/** Gives the browser the session of a new member of staff. */
export async function enterAsStaff(
  page: Page,
  operations: VisitedPortal,
  wanted: PersonWanted = {},
): Promise<Registered> {
  const staff = await newStaff(operations, wanted);
  const url = operations.config.publicUrl;
  await page.context().addCookies([...staff.visitor.cookies].map(([name, value]) => ({ name, value, url })));
  return staff;
}
