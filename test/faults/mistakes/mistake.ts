/**
 * A mistake that somebody made or might make, planted by hand because no table of rewrites makes it. It stands in the
 * list of its area with the test that has to see it.
 */
export interface Mistake {
  /** What the portal does wrong with it. */
  what: string;
  /** Relative to the root. */
  file: string;
  /** A piece of the file, found in it exactly once. */
  before: string;
  after: string;
  /** The test file that sees it, relative to the root. */
  test: string;
}
