import { Link } from '@remix-run/react';
import type { BrandView } from './types.ts';

interface LogoProps {
  brand: BrandView;
  /** Where the logo links to: the login page for a visitor, home for a signed-in person. */
  to: string;
}

export function Logo({ brand, to }: LogoProps) {
  return (
    <Link className="logo" to={to} aria-label={brand.name ? undefined : 'Home'}>
      {brand.logo ? (
        <img className="logo-image" src={brand.logo} alt={brand.name} height={32} />
      ) : (
        <>
          <svg viewBox="0 0 26 28" aria-hidden="true">
            <path
              className="logo-shield"
              d="M13 1 24.5 5v8.5c0 7-4.7 11.3-11.5 13.5C6.2 24.8 1.5 20.5 1.5 13.5V5z"
            />
            <path className="logo-tick" d="m7.5 13.7 4 4 7.2-8" />
          </svg>
          {brand.name}
        </>
      )}
    </Link>
  );
}
