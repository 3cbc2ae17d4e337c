import { Link } from '@remix-run/react';
import type { BrandView } from './types.ts';

interface FooterProps {
  brand: BrandView;
  /** For use at the bottom of a column, without a line above. */
  quiet?: boolean;
}

/**
 * The footer of all pages (doc1 §2). business_footer hides the company's lines, shieldhub_branding the product's name.
 */
export function Footer({ brand, quiet }: FooterProps) {
  const contact = [brand.name, brand.address].filter(Boolean).join(', ');
  return (
    <footer className={quiet ? 'footer footer-quiet' : 'footer'}>
      <LegalLinks />
      {brand.businessFooter ? (
        <span>
          {contact}
          {brand.phone ? (
            <>
              {', '}
              <a className="nowrap" href={`tel:${brand.phone.replace(/[^\d+]/g, '')}`}>
                {brand.phone}
              </a>
            </>
          ) : null}
        </span>
      ) : null}
      <span className="vendor">
        © {brand.year} {brand.name}
        {brand.vendor ? <VendorMark name={brand.vendor} /> : null}
      </span>
    </footer>
  );
}

/** The product's logo in its own colors, which a brand does not change. */
function VendorMark({ name }: { name: string }) {
  return (
    <span className="vendor-mark">
      <svg viewBox="0 0 26 28" aria-hidden="true">
        <path d="M13 1 24.5 5v8.5c0 7-4.7 11.3-11.5 13.5C6.2 24.8 1.5 20.5 1.5 13.5V5z" />
      </svg>
      Powered by {name}
    </span>
  );
}

function LegalLinks() {
  return (
    <nav aria-label="Legal">
      <Link to="/support">Support</Link>
      <Link to="/disclaimer">Disclaimer</Link>
      <Link to="/privacypolicy">Privacy policy</Link>
      <Link to="/terms">Terms</Link>
      <Link to="/cookiepolicy">Cookie policy</Link>
      <Link to="/paymentterms">Purchase terms</Link>
      <Link to="/limitpersonaldata">Limit the use of my personal data</Link>
    </nav>
  );
}
