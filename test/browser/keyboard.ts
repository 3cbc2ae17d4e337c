import type { Locator, Page } from '@playwright/test';
import { expect } from '#test/form-browser/expect.ts';

/** More presses of Tab than the largest page has places to stop at. */
const mostPresses = 600;

/** The element that takes the focus for what a journey names: a label's field, or the link around a text. */
const focusable = (element: Element): Element => {
  const own = element.closest('a[href], button, summary, input, select, textarea, [tabindex]');
  const label = element.closest('label');
  return own ?? label?.control ?? element;
};

/** Presses Tab until the element has the focus; in a group of radio buttons, then the arrows. */
async function reach(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const page = target.page();
  const wanted = await target.evaluateHandle(focusable);
  const state = () =>
    wanted.evaluate((element) => {
      const { activeElement } = document;
      if (activeElement === element) return 'there';
      const isGroup = (other: Element | null): other is HTMLInputElement =>
        other instanceof HTMLInputElement && other.type === 'radio';
      if (!isGroup(element) || !isGroup(activeElement)) return 'elsewhere';
      return element.name === activeElement.name && element.form === activeElement.form
        ? 'in its group'
        : 'elsewhere';
    });
  for (let presses = 0; presses < mostPresses; presses += 1) {
    const now = await state();
    if (now === 'there') return;
    await page.keyboard.press(now === 'in its group' ? 'ArrowDown' : 'Tab');
  }
  throw new Error(`the keyboard does not reach ${target}`);
}

/** What journeys do with the mouse, done with the keyboard alone. */
const acts = {
  async click(this: Locator): Promise<void> {
    await reach(this);
    const { keyboard } = this.page();
    await keyboard.press(
      await this.page().evaluate(() =>
        document.activeElement instanceof HTMLInputElement ? 'Space' : 'Enter',
      ),
    );
  },
  async setChecked(this: Locator, checked: boolean): Promise<void> {
    await expect(this).toBeVisible();
    if ((await this.isChecked()) === checked) return;
    await reach(this);
    if ((await this.isChecked()) !== checked) await this.page().keyboard.press('Space');
    await expect(this).toBeChecked({ checked });
  },
  check(this: Locator): Promise<void> {
    return this.setChecked(true);
  },
  uncheck(this: Locator): Promise<void> {
    return this.setChecked(false);
  },
  async fill(this: Locator, text: string): Promise<void> {
    await reach(this);
    const { keyboard } = this.page();
    await keyboard.press('ControlOrMeta+a');
    await (text ? keyboard.type(text) : keyboard.press('Delete'));
  },
  async selectOption(this: Locator, wanted: string | { label: string }): Promise<string[]> {
    await reach(this);
    const named = typeof wanted === 'string' ? wanted : wanted.label;
    const presses = await this.evaluate(
      (select: HTMLSelectElement, value) =>
        [...select.options]
          .filter(({ disabled }) => !disabled)
          .findIndex((option) => option.value === value || option.label === value),
      named,
    );
    if (presses < 0) throw new Error(`${this} has no option ${named}`);
    const { keyboard } = this.page();
    await keyboard.press('Home');
    for (let done = 0; done < presses; done += 1) await keyboard.press('ArrowDown');
    return [named];
  },
  async press(this: Locator, key: string): Promise<void> {
    await reach(this);
    await this.page().keyboard.press(key);
  },
};

/** What nobody can do with a keyboard. */
const mouse = ['dblclick', 'dispatchEvent', 'dragTo', 'focus', 'hover', 'tap'];
const refused = Object.fromEntries(
  mouse.map((name) => [
    name,
    (): never => {
      throw new Error(`${name}() is not possible with the keyboard alone`);
    },
  ]),
);

/** From now on, journeys of this worker reach everything with Tab and press it with Enter, Space or the arrows. */
export function actByKeyboard(page: Page): void {
  const locators = Object.getPrototypeOf(page.locator('html')) as Locator;
  if (locators.click === acts.click) return;
  const { setInputFiles } = locators;
  Object.assign(locators, acts, refused, {
    /** The system has its own window for choosing a file, so only the field itself has to be reached. */
    async setInputFiles(this: Locator, ...given: Parameters<typeof setInputFiles>): Promise<void> {
      await reach(this);
      await setInputFiles.apply(this, given);
    },
  });
}
