/**
 * A mistake that somebody made or could make. It is described by hand, because no rule for rewrites makes it. It is in
 * the list of its area, with the test that has to find it.
 */
export interface Mistake {
  /** What the portal does wrong because of it. */
  what: string;
  /** Relative to the root. */
  file: string;
  /** A piece of the file that it contains exactly once. */
  before: string;
  after: string;
  /** The test file that finds it, or that of a journey over HTTP; relative to the root. `npm test` runs it. */
  test: string;
}
