/** Finds elements again each time it is used, and acts on them: the part of Playwright's Locator without a browser. */
import { activate, activationTarget } from './activation.ts';
import { choose, chooseFiles, isDisabled, type OptionWanted, tick, typeInto } from './controls.ts';
import type { ChosenFile, DomElement } from './dom.ts';
import { focus } from './focus.ts';
import type { FormFrame } from './frame.ts';
import { guarded } from './guarded.ts';
import { pressKey } from './keys.ts';
import type { LocatorPage } from './locator-page.ts';
import { NeedsBrowser } from './needs-browser.ts';
import { describe } from './page-checks.ts';
import {
  both,
  byAttribute,
  byCss,
  byLabel,
  byRole,
  byText,
  either,
  filtered,
  isOff,
  nth,
  type Query,
  type RoleOptions,
  type TextOptions,
  within,
} from './queries.ts';
import { textOf, type Wanted } from './text.ts';

/** Whatever else locators can do needs a browser. */
const onlyBrowsers = [
  'ariaSnapshot',
  'blur',
  'boundingBox',
  'dblclick',
  'dispatchEvent',
  'dragTo',
  'elementHandle',
  'elementHandles',
  'evaluateHandle',
  'hover',
  'screenshot',
  'scrollIntoViewIfNeeded',
  'selectText',
  'tap',
] as const;

interface Filters {
  has?: FormLocator;
  hasNot?: FormLocator;
  hasText?: Wanted;
  hasNotText?: Wanted;
  visible?: boolean;
}

/** The frames in which a locator looks: one, or none while it is not there. */
export interface FrameSource {
  find(): FormFrame[];
  words: string;
}

/** The ways to find elements, for pages, frames and locators. */
export abstract class Finder {
  abstract find(query: Query): FormLocator;

  locator(selector: string | FormLocator, filters: Filters = {}): FormLocator {
    return this.find(typeof selector === 'string' ? byCss(selector) : selector.query).filter(filters);
  }

  getByRole(role: string, options?: RoleOptions): FormLocator {
    return this.find(byRole(role, options));
  }

  getByLabel(text: Wanted, options?: TextOptions): FormLocator {
    return this.find(byLabel(text, options));
  }

  getByText(text: Wanted, options?: TextOptions): FormLocator {
    return this.find(byText(text, options));
  }

  getByPlaceholder(text: Wanted, options?: TextOptions): FormLocator {
    return this.find(byAttribute('placeholder', text, options));
  }

  getByTitle(text: Wanted, options?: TextOptions): FormLocator {
    return this.find(byAttribute('title', text, options));
  }

  getByAltText(text: Wanted, options?: TextOptions): FormLocator {
    return this.find(byAttribute('alt', text, options));
  }
}

export class FormLocator extends Finder {
  readonly #page: LocatorPage;
  readonly #source: FrameSource;
  readonly query: Query;

  constructor(page: LocatorPage, source: FrameSource, query: Query) {
    super();
    this.#page = page;
    this.#source = source;
    this.query = query;
    for (const name of onlyBrowsers) {
      Object.defineProperty(this, name, {
        value: () => {
          throw new NeedsBrowser(`locator.${name}`);
        },
      });
    }
  }

  page(): LocatorPage {
    return this.#page;
  }

  get words(): string {
    return `${this.#source.words}${this.query.words}`;
  }

  override toString(): string {
    return this.words;
  }

  /** The elements at this moment, with the frame that they are in. */
  matches(): { element: DomElement; frame: FormFrame }[] {
    return this.#source
      .find()
      .flatMap((frame) =>
        this.query.find(frame.document, frame.rendering).map((element) => ({ element, frame })),
      );
  }

  find(query: Query): FormLocator {
    return this.#with(within(this.query, query));
  }

  #with(query: Query): FormLocator {
    return new FormLocator(this.#page, this.#source, query);
  }

  filter({ has, hasNot, ...rest }: Filters): FormLocator {
    return this.#with(filtered(this.query, { ...rest, has: has?.query, hasNot: hasNot?.query }));
  }

  or(other: FormLocator): FormLocator {
    return this.#with(either(this.query, other.query));
  }

  and(other: FormLocator): FormLocator {
    return this.#with(both(this.query, other.query));
  }

  nth(index: number): FormLocator {
    return this.#with(nth(this.query, index));
  }

  first(): FormLocator {
    return this.nth(0);
  }

  last(): FormLocator {
    return this.nth(-1);
  }

  frameLocator(selector: string): FormFrameLocator {
    return this.locator(selector).contentFrame();
  }

  contentFrame(): FormFrameLocator {
    return new FormFrameLocator(this.#page, this);
  }

  async count(): Promise<number> {
    return this.matches().length;
  }

  async all(): Promise<FormLocator[]> {
    return this.matches().map((_, index) => this.nth(index));
  }

  /** The only element, for which pages that refresh themselves are followed. */
  async #one(): Promise<{ element: DomElement; frame: FormFrame }> {
    await this.#page.until(() => this.matches().length > 0);
    return this.single();
  }

  /** @throws Error unless there is exactly one element */
  single(): { element: DomElement; frame: FormFrame } {
    const [first, ...others] = this.matches();
    if (!first) throw new Error(`no element for ${this.words}${this.#page.describe()}`);
    if (others.length > 0) {
      const found = [first, ...others].map(({ element }) => describe(element));
      throw new Error(
        `${found.length} elements for ${this.words}:\n${found.join('\n')}${this.#page.describe()}`,
      );
    }
    return first;
  }

  /** The only element, as soon as a person can use it. */
  async #usable(): Promise<{ element: DomElement; frame: FormFrame }> {
    const isUsable = () => {
      const matches = this.matches();
      return (
        matches.length > 1 ||
        matches.some(({ element, frame }) => frame.rendering.isVisible(element) && !isOff(element))
      );
    };
    await this.#page.until(isUsable);
    const one = this.single();
    if (!one.frame.rendering.isVisible(one.element))
      throw new Error(`${this.words} is not visible${this.#page.describe()}`);
    if (isOff(one.element)) throw new Error(`${this.words} is disabled${this.#page.describe()}`);
    return one;
  }

  async click(
    options: { button?: string; modifiers?: string[]; position?: object; force?: boolean } = {},
  ): Promise<void> {
    if (options.button || options.modifiers || options.position) throw new NeedsBrowser('A special click');
    const { element, frame } = await this.#usable();
    await activate(activationTarget(element), frame);
  }

  async fill(value: string): Promise<void> {
    const { element, frame } = await this.#usable();
    focus(element, frame.rendering);
    typeInto(element, value);
  }

  async focus(): Promise<void> {
    const { element, frame } = await this.#one();
    focus(element, frame.rendering);
  }

  async clear(): Promise<void> {
    await this.fill('');
  }

  async pressSequentially(text: string): Promise<void> {
    const { element } = await this.#usable();
    typeInto(element, element.value + text);
  }

  async press(key: string): Promise<void> {
    const { element, frame } = await this.#one();
    await pressKey(key, element, frame);
  }

  async setChecked(on: boolean): Promise<void> {
    const { element, frame } = await this.#usable();
    const control = element.name === 'label' ? activationTarget(element) : element;
    if (control.name !== 'input' || !['checkbox', 'radio'].includes(control.type))
      throw new Error(`${this.words} cannot be ticked`);
    if (control.checked === on) return;
    if (control.type === 'radio' && !on)
      throw new Error(`${this.words} is a radio button and cannot be released`);
    if (isDisabled(control)) throw new Error(`${this.words} is disabled`);
    tick(control, on);
    frame.document.changed();
  }

  async check(): Promise<void> {
    await this.setChecked(true);
  }

  async uncheck(): Promise<void> {
    await this.setChecked(false);
  }

  async selectOption(
    wanted: string | OptionWanted | readonly (string | OptionWanted)[] | null,
  ): Promise<string[]> {
    const { element } = await this.#usable();
    if (element.name !== 'select') throw new Error(`${this.words} is not a list of options`);
    return choose(element, [wanted ?? []].flat() as (string | OptionWanted)[]);
  }

  async setInputFiles(files: string | ChosenFile | readonly (string | ChosenFile)[]): Promise<void> {
    const { element } = await this.#one();
    chooseFiles(element, [files].flat() as (string | ChosenFile)[]);
  }

  async textContent(): Promise<string | null> {
    return (await this.#one()).element.textContent;
  }

  async innerText(): Promise<string> {
    const { element, frame } = await this.#one();
    return frame.rendering.innerTextOf(element);
  }

  async inputValue(): Promise<string> {
    const { element } = await this.#one();
    if (!['input', 'textarea', 'select'].includes(element.name))
      throw new Error(`${this.words} has no value`);
    return element.value;
  }

  async getAttribute(name: string): Promise<string | null> {
    return (await this.#one()).element.getAttribute(name.toLowerCase());
  }

  async allTextContents(): Promise<string[]> {
    return this.matches().map(({ element }) => element.textContent);
  }

  async allInnerTexts(): Promise<string[]> {
    return this.matches().map(({ element, frame }) => frame.rendering.innerTextOf(element));
  }

  async isVisible(): Promise<boolean> {
    if (this.matches().length === 0) return false;
    const { element, frame } = this.single();
    return frame.rendering.isVisible(element);
  }

  async isHidden(): Promise<boolean> {
    return !(await this.isVisible());
  }

  async isChecked(): Promise<boolean> {
    return (await this.#one()).element.checked;
  }

  async isDisabled(): Promise<boolean> {
    return isOff((await this.#one()).element);
  }

  async isEnabled(): Promise<boolean> {
    return !(await this.isDisabled());
  }

  async waitFor({
    state = 'visible',
  }: {
    state?: 'attached' | 'detached' | 'visible' | 'hidden';
  } = {}): Promise<void> {
    const holds = () => {
      const matches = this.matches();
      const isVisible = matches.some(({ element, frame }) => frame.rendering.isVisible(element));
      if (state === 'attached' || state === 'detached') return matches.length > 0 === (state === 'attached');
      return isVisible === (state === 'visible');
    };
    if (!(await this.#page.until(holds)))
      throw new Error(`${this.words} is not ${state}${this.#page.describe()}`);
  }

  /** Runs a function of the journey with the element, which has no layout and no events. */
  async evaluate<Result, Argument>(
    run: (element: never, argument: Argument) => Result,
    argument?: Argument,
  ): Promise<Result> {
    const { element } = await this.#one();
    return run(guarded(element) as never, argument as Argument);
  }

  async evaluateAll<Result, Argument>(
    run: (elements: never, argument: Argument) => Result,
    argument?: Argument,
  ): Promise<Result> {
    return run(this.matches().map(({ element }) => guarded(element)) as never, argument as Argument);
  }

  /** The text of each element, as expectations compare it. */
  texts(): string[] {
    return this.matches().map(({ element }) => textOf(element));
  }
}

export class FormFrameLocator extends Finder {
  readonly #page: LocatorPage;
  readonly #owner: FormLocator;

  constructor(page: LocatorPage, owner: FormLocator) {
    super();
    this.#page = page;
    this.#owner = owner;
  }

  find(query: Query): FormLocator {
    const source = {
      words: `${this.#owner.words}.contentFrame().`,
      find: () => this.#owner.matches().flatMap(({ element, frame }) => frame.frames.get(element) ?? []),
    };
    return new FormLocator(this.#page, source, query);
  }

  owner(): FormLocator {
    return this.#owner;
  }

  frameLocator(selector: string): FormFrameLocator {
    return this.locator(selector).contentFrame();
  }
}
