/** Expectations of pages and locators, with the rules of Playwright's. They follow pages that refresh themselves. */
import type { DomElement } from './dom.ts';
import type { FormFrame } from './frame.ts';
import type { FormLocator } from './locator.ts';
import type { LocatorPage } from './locator-page.ts';
import { NeedsBrowser } from './needs-browser.ts';
import type { FormPage } from './page.ts';
import { isOff } from './queries.ts';
import { fold, textOf, type Wanted } from './text.ts';

/** What a check found: whether it holds, and what was there. */
interface Finding {
  holds: boolean;
  seen: unknown;
}

interface Match {
  element: DomElement;
  frame: FormFrame;
}

const isText = (text: string, wanted: Wanted) =>
  wanted instanceof RegExp ? new RegExp(wanted).test(text) : text === wanted;
const isFolded = (text: string, wanted: Wanted) =>
  isText(fold(text), wanted instanceof RegExp ? wanted : fold(wanted));
const hasFolded = (text: string, wanted: Wanted) =>
  wanted instanceof RegExp ? isFolded(text, wanted) : fold(text).includes(fold(wanted));

abstract class Expectation {
  protected readonly isNot: boolean;
  readonly #message: string;

  constructor(isNot: boolean, message: string) {
    this.isNot = isNot;
    this.#message = message;
  }

  protected async judge(page: LocatorPage, what: string, check: () => Finding): Promise<void> {
    if (await page.until(() => check().holds !== this.isNot)) return;
    const prefix = this.#message ? `${this.#message}: ` : '';
    const seen = JSON.stringify(check().seen);
    throw new Error(
      `${prefix}expected ${this.isNot ? 'not ' : ''}${what}, but saw ${seen}${page.describe()}`,
    );
  }

  protected get message(): string {
    return this.#message;
  }
}

export class PageExpectation extends Expectation {
  readonly #page: FormPage;

  constructor(page: FormPage, isNot = false, message = '') {
    super(isNot, message);
    this.#page = page;
  }

  get not(): PageExpectation {
    return new PageExpectation(this.#page, !this.isNot, this.message);
  }

  toHaveURL(wanted: Wanted | ((url: URL) => boolean)): Promise<void> {
    return this.judge(this.#page, `the address ${wanted}`, () => ({
      holds: this.#page.fitsURL(wanted),
      seen: this.#page.url(),
    }));
  }

  toHaveTitle(wanted: Wanted): Promise<void> {
    return this.judge(this.#page, `the title ${wanted}`, () => {
      const { title } = this.#page.mainFrame().document;
      return { holds: isFolded(title, wanted), seen: title };
    });
  }

  toHaveScreenshot(): never {
    throw new NeedsBrowser('toHaveScreenshot');
  }

  toMatchAriaSnapshot(): never {
    throw new NeedsBrowser('toMatchAriaSnapshot');
  }
}

export class LocatorExpectation extends Expectation {
  readonly #locator: FormLocator;

  constructor(locator: FormLocator, isNot = false, message = '') {
    super(isNot, message);
    this.#locator = locator;
  }

  get not(): LocatorExpectation {
    return new LocatorExpectation(this.#locator, !this.isNot, this.message);
  }

  /** Judges the only element. Without one, neither the expectation nor its opposite holds. */
  #judgeOne(what: string, check: (match: Match) => Finding): Promise<void> {
    return this.judge(this.#locator.page(), `${this.#locator.words} ${what}`, () => {
      if (this.#locator.matches().length === 0) return { holds: this.isNot, seen: 'no element' };
      return check(this.#locator.single());
    });
  }

  #judgeState(what: string, holds: (match: Match) => boolean): Promise<void> {
    return this.#judgeOne(what, (match) => ({ holds: holds(match), seen: holds(match) }));
  }

  #judgeText(
    what: string,
    read: (match: Match) => string,
    wanted: Wanted,
    fits: typeof isText,
  ): Promise<void> {
    return this.#judgeOne(`${what} ${wanted}`, (match) => ({
      holds: fits(read(match), wanted),
      seen: read(match),
    }));
  }

  toBeVisible({ visible = true }: { visible?: boolean } = {}): Promise<void> {
    return this.judge(
      this.#locator.page(),
      `${this.#locator.words} to be ${visible ? 'visible' : 'hidden'}`,
      () => {
        if (this.#locator.matches().length === 0) return { holds: !visible, seen: 'no element' };
        const { element, frame } = this.#locator.single();
        const isVisible = frame.rendering.isVisible(element);
        return { holds: isVisible === visible, seen: isVisible ? 'visible' : 'hidden' };
      },
    );
  }

  toBeHidden(): Promise<void> {
    return this.toBeVisible({ visible: false });
  }

  toBeAttached({ attached = true }: { attached?: boolean } = {}): Promise<void> {
    return this.judge(
      this.#locator.page(),
      `${this.#locator.words} to be ${attached ? 'attached' : 'detached'}`,
      () => {
        const count = this.#locator.matches().length;
        return { holds: count > 0 === attached, seen: count };
      },
    );
  }

  toHaveCount(wanted: number): Promise<void> {
    return this.judge(this.#locator.page(), `${wanted} elements for ${this.#locator.words}`, () => {
      const count = this.#locator.matches().length;
      return { holds: count === wanted, seen: count };
    });
  }

  toHaveText(
    wanted: Wanted | readonly Wanted[],
    options: { useInnerText?: boolean; ignoreCase?: boolean } = {},
  ): Promise<void> {
    return this.#judgeTexts('to have the text', wanted, isFolded, options);
  }

  toContainText(
    wanted: Wanted | readonly Wanted[],
    options: { useInnerText?: boolean; ignoreCase?: boolean } = {},
  ): Promise<void> {
    return this.#judgeTexts('to contain the text', wanted, hasFolded, options);
  }

  #judgeTexts(
    what: string,
    wanted: Wanted | readonly Wanted[],
    fits: typeof isText,
    { useInnerText = false, ignoreCase = false },
  ): Promise<void> {
    const read = ({ element, frame }: Match) =>
      useInnerText ? frame.rendering.innerTextOf(element) : textOf(element);
    const compare: typeof isText = (text, each) => {
      if (!ignoreCase) return fits(text, each);
      return each instanceof RegExp
        ? fits(text, new RegExp(each, `${each.flags.replace('i', '')}i`))
        : fits(text.toLowerCase(), each.toLowerCase());
    };
    if (typeof wanted === 'string' || wanted instanceof RegExp)
      return this.#judgeText(what, read, wanted, compare);
    return this.judge(
      this.#locator.page(),
      `${this.#locator.words} ${what} ${JSON.stringify(wanted.map(String))}`,
      () => {
        const texts = this.#locator.matches().map(read);
        const holds =
          fits === isFolded ? areTexts(texts, wanted, compare) : areInTexts(texts, wanted, compare);
        return { holds, seen: texts.map(fold) };
      },
    );
  }

  toHaveValue(wanted: Wanted): Promise<void> {
    return this.#judgeText('to have the value', ({ element }) => element.value, wanted, isText);
  }

  toHaveValues(wanted: readonly Wanted[]): Promise<void> {
    return this.#judgeOne(`to have the values ${wanted}`, ({ element }) => {
      const values = element.selectedOptions.map(({ value }) => value);
      return { holds: areTexts(values, wanted, isText), seen: values };
    });
  }

  toHaveAttribute(name: string, wanted?: Wanted): Promise<void> {
    return this.#judgeOne(
      `to have the attribute ${name}${wanted === undefined ? '' : ` ${wanted}`}`,
      ({ element }) => {
        const value = element.getAttribute(name.toLowerCase());
        return { holds: value !== null && (wanted === undefined || isText(value, wanted)), seen: value };
      },
    );
  }

  toHaveId(wanted: Wanted): Promise<void> {
    return this.toHaveAttribute('id', wanted);
  }

  toHaveClass(wanted: Wanted): Promise<void> {
    return this.#judgeText(
      'to have the class',
      ({ element }) => element.getAttribute('class') ?? '',
      wanted,
      isFolded,
    );
  }

  toHaveRole(wanted: string): Promise<void> {
    return this.#judgeText(
      'to have the role',
      ({ element, frame }) => frame.rendering.roleOf(element) ?? '',
      wanted,
      isText,
    );
  }

  toHaveAccessibleName(wanted: Wanted): Promise<void> {
    return this.#judgeText(
      'to be named',
      ({ element, frame }) => frame.rendering.nameOf(element),
      wanted,
      isFolded,
    );
  }

  toHaveAccessibleDescription(wanted: Wanted): Promise<void> {
    return this.#judgeText(
      'to be described as',
      ({ element, frame }) => frame.rendering.descriptionOf(element),
      wanted,
      isFolded,
    );
  }

  toBeChecked({ checked = true }: { checked?: boolean } = {}): Promise<void> {
    return this.#judgeState(`to be ${checked ? 'checked' : 'unchecked'}`, ({ element }) => {
      const isTicked =
        element.name === 'input' ? element.checked : element.getAttribute('aria-checked') === 'true';
      return isTicked === checked;
    });
  }

  toBeDisabled(): Promise<void> {
    return this.#judgeState('to be disabled', ({ element }) => isOff(element));
  }

  toBeEnabled({ enabled = true }: { enabled?: boolean } = {}): Promise<void> {
    return this.#judgeState(
      `to be ${enabled ? 'enabled' : 'disabled'}`,
      ({ element }) => isOff(element) !== enabled,
    );
  }

  toBeEditable(): Promise<void> {
    return this.#judgeState(
      'to be editable',
      ({ element }) => !isOff(element) && !element.hasAttribute('readonly'),
    );
  }

  toBeEmpty(): Promise<void> {
    return this.#judgeState('to be empty', ({ element }) =>
      element.name === 'input' ? element.value === '' : fold(textOf(element)) === '',
    );
  }

  toBeInViewport(): never {
    throw new NeedsBrowser('toBeInViewport');
  }

  toBeFocused(): Promise<void> {
    return this.#judgeState('to have the focus', ({ element }) => element.ownerDocument.focused === element);
  }

  toHaveCSS(): never {
    throw new NeedsBrowser('toHaveCSS');
  }

  toHaveJSProperty(): never {
    throw new NeedsBrowser('toHaveJSProperty');
  }

  toHaveScreenshot(): never {
    throw new NeedsBrowser('toHaveScreenshot');
  }

  toMatchAriaSnapshot(): never {
    throw new NeedsBrowser('toMatchAriaSnapshot');
  }
}

function areTexts(texts: readonly string[], wanted: readonly Wanted[], fits: typeof isText): boolean {
  return texts.length === wanted.length && texts.every((text, index) => fits(text, wanted[index] as Wanted));
}

/** Whether the texts are found in some of the elements, in this order. */
function areInTexts(texts: readonly string[], wanted: readonly Wanted[], fits: typeof isText): boolean {
  let next = 0;
  for (const text of texts) if (next < wanted.length && fits(text, wanted[next] as Wanted)) next += 1;
  return next === wanted.length;
}
