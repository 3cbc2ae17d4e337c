import { Link } from '@remix-run/react';
import { type BrandView, vendor } from './types.ts';

interface FooterProps {
  brand: BrandView;
  /** The server's year, so that page and browser agree. */
  year: number;
}

/** On all pages (doc1 §2). business_footer hides the company's lines, shieldhub_branding the product's name. */
export function Footer({ brand, year }: FooterProps) {
  const place = [brand.name, brand.address].filter(Boolean).join(', ');
  return (
    <footer className="footer">
      <LegalLinks />
      {brand.businessFooter ? (
        <span>
          {place}
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
        © {year} {brand.name}
        {brand.vendorBranding && brand.name !== vendor ? <span>Powered by {vendor}</span> : null}
      </span>
    </footer>
  );
}

export function LegalLinks() {
  return (
    <nav aria-label="Legal">
      <Link to="/disclaimer">Disclaimer</Link>
      <Link to="/privacypolicy">Privacy policy</Link>
      <Link to="/terms">Terms</Link>
      <Link to="/cookiepolicy">Cookie policy</Link>
      <Link to="/paymentterms">Purchase terms</Link>
      <Link to="/limitpersonaldata">Limit the use of my personal data</Link>
    </nav>
  );
}
