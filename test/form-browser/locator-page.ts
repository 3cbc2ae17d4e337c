/** The page whose elements are found. */
export interface LocatorPage {
  url(): string;
  /** Waits until something is true of the page. @returns whether it became true */
  until(holds: () => boolean): Promise<boolean>;
  /** For the messages of errors: where the browser is, and what the page shows. */
  describe(): string;
}
