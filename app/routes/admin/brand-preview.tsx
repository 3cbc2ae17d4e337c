import { Icon } from '../../components/index.ts';
import type { BrandReport } from './brand-report.server.ts';

interface BrandPreviewProps {
  report: BrandReport;
  name: string;
  logo: string | null;
  host: string;
  /** The line under pages and mails; null if the company hides it. */
  address: string | null;
  /** The operator of the portal, if the footer names it; otherwise null. */
  vendor: string | null;
}

/** A page and a mail with the colors that are being chosen. */
export function BrandPreview({ report, name, logo, host, address, vendor }: BrandPreviewProps) {
  const mark = logo ? (
    <img src={logo} alt={name} height={22} />
  ) : (
    <>
      <svg viewBox="0 0 26 28" aria-hidden="true">
        <path
          className="logo-shield"
          d="M13 1 24.5 5v8.5c0 7-4.7 11.3-11.5 13.5C6.2 24.8 1.5 20.5 1.5 13.5V5z"
        />
      </svg>
      {name}
    </>
  );
  const foot = [address, vendor ? `Powered by ${vendor}` : null].filter(Boolean).join('. ');
  return (
    <section className="preview" data-brand="preview" aria-label="Preview">
      <link rel="stylesheet" href={report.stylesheet} />
      <div className="preview-bar">
        <Icon name="link" />
        {host}
      </div>
      <div className="preview-page">
        <div className="preview-head">
          <span className="preview-logo">{mark}</span>
          <span className="small faint push">Alma Okonkwo</span>
        </div>
        <div className="preview-body">
          <b>Your check is ready</b>
          <p className="muted">Review the result before anyone else sees it.</p>
          <span className="btn btn-primary btn-small">Review result</span>
          <span className="preview-link">How scores work</span>
        </div>
      </div>
      <div className="preview-mail">
        <dl>
          <dt>From</dt>
          <dd>{name}</dd>
          <dt>Subject</dt>
          <dd>Share your score with {name}</dd>
        </dl>
        <div className="preview-letter">
          <span className="preview-logo">{mark}</span>
          <p>Alma, {name} asks to see your ShieldScore. Your score is not shared until you accept.</p>
          <span className="btn btn-primary btn-small">Respond</span>
          {foot ? <p className="preview-foot">{foot}</p> : null}
        </div>
      </div>
    </section>
  );
}
