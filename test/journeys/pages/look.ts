import type { Page } from '@playwright/test';
import type { VisitedPortal, Visitor } from '#test/visitor.ts';
import type { Outbox } from '../../browser/outbox.ts';

/** One page in one state, which pages.spec.ts opens to check it with axe. */
interface Look<World> {
  /** The page's route, as in app/routes.ts. */
  route: string;
  /** The address. A function may first bring the people and companies into the state. */
  path: string | ((world: World) => string | Promise<string>);
  /** Whose cookies the browser has from here on; null for none. Without it, those of the look before. */
  as?: (world: World) => Visitor | null;
  /** Brings the open page into the state. */
  act?: (page: Page) => Promise<unknown>;
  /** The status of the answer, 200 by default. */
  status?: number;
}

interface OpenLook {
  route: string;
  path(): string | Promise<string>;
  as: Visitor | null | undefined;
  act: ((page: Page) => Promise<unknown>) | undefined;
  status: number;
}

export interface Makers {
  operations: VisitedPortal;
  outbox: Outbox;
}

/** Pages that share their people and companies, which are made once for all of them. */
interface Group {
  name: string;
  routes: readonly string[];
  prepare(makers: Makers): Promise<OpenLook[]>;
}

/** @param make makes the people and companies that the pages are about */
export function group<World>(
  name: string,
  make: (makers: Makers) => Promise<World>,
  looks: readonly Look<World>[],
): Group {
  return {
    name,
    routes: looks.map(({ route }) => route),
    async prepare(makers) {
      const world = await make(makers);
      return looks.map(({ route, path, as, act, status = 200 }) => ({
        route,
        path: () => (typeof path === 'function' ? path(world) : path),
        as: as?.(world),
        act,
        status,
      }));
    },
  };
}

/** Presses a button, and waits for what the page then says. */
export const pressed = (name: string | RegExp, says: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
  await page.getByText(says).filter({ visible: true }).first().waitFor();
};

/** Opens the menu of the first row. */
export const openFirstMenu = (page: Page) =>
  page.locator('a[aria-label^="Actions for"]').filter({ visible: true }).first().click();

/** Follows the first link of the page whose address begins like this. */
export const followFirst = (start: string) => async (page: Page) => {
  await page.locator(`main a[href*="${start}"]`).first().click();
  await page.waitForURL((url) => url.pathname.startsWith(start));
};
