import { useNonce } from '#app/components/index.ts';

const brands = [
  ['Default', '#ED683C'],
  ['Harbor & Pine', '#1F5F4A'],
  ['Brightline', '#FFD400'],
  ['Lone Star', '#0B3D91'],
  ['Cedar Ridge', '#7A3E9D'],
  ['Mono', '#6E6E6E'],
] as const;

const swatches = ['brand', 'brand-mark', 'brand-text', 'brand-line', 'brand-tint-2'] as const;

const rules = [
  ...brands.map(([, color], at) => `[data-brand="${at}"]{--brand:${color}}`),
  ...swatches.map((name) => `.swatch-${name}{background:var(--${name})}`),
].join('');

export function BrandSpecimens() {
  const nonce = useNonce();
  return (
    <>
      <style
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is a constant of ours
        dangerouslySetInnerHTML={{ __html: rules }}
      />
      <div className="cols brand-specimens">
        {brands.map(([name, color], at) => (
          <div key={name} className="brandcard" data-brand={at}>
            <div className="row brandcard-row">
              <b>{name}</b>
              <code className="mono faint push">{color}</code>
            </div>
            <div className="row row-tight">
              <span className="btn btn-primary btn-small">Continue</span>
              <span className="btn btn-primary btn-small is-hover">Hover</span>
            </div>
            <a href="#main">A link in text</a>
            <div className="swatches brandcard-row">
              {swatches.map((swatch) => (
                <div key={swatch} className={`swatch-${swatch}`} />
              ))}
            </div>
          </div>
        ))}
      </div>
      <p className="small muted">
        Ink on a brand fill is black or white by its luminance, so the pair never falls under 4.5:1; the fill
        stays the company's own. White on #ED683C is 3.16:1, so the default button is written in black at
        6.65:1. A brand used as text is darkened until it reads.
      </p>
    </>
  );
}
