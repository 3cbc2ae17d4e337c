import { packagePagesShown } from '#modules/applications/limits.ts';

interface PackagePagesProps {
  pages: number;
  /** The address of the picture of a page. */
  address: (page: number) => string;
  /** How much wider than its frame a page is shown, in percent. */
  zoom?: Zoom;
}

export const zooms = [100, 150, 200] as const;
export type Zoom = (typeof zooms)[number];

/** The pages of the received paper application. */
export function PackagePages({ pages, address, zoom = 100 }: PackagePagesProps) {
  const size = zoom === 100 ? '' : ` package-pages-${zoom}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={`package-pages${size}`} aria-label="Pages" tabIndex={0}>
      {Array.from({ length: Math.min(pages, packagePagesShown) }, (_, at) => (
        <figure key={address(at + 1)} className="id-image">
          <img src={address(at + 1)} alt={`Page ${at + 1}`} loading="lazy" />
          <figcaption>
            Page {at + 1} of {pages}
          </figcaption>
        </figure>
      ))}
      {pages > packagePagesShown ? <p className="muted">Download the PDF to see the other pages.</p> : null}
    </section>
  );
}
