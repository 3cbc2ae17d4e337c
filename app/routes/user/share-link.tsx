import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getShareLink } from '#modules/network/index.ts';
import { formatDate } from '#modules/platform/browser.ts';
import { CopyButton, DialogBody, DialogFoot, LinkButton, RouteDialog } from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { titled } from '../../title.ts';
import { qrCodeOf } from '../security/qr.server.ts';
import { useRoot } from '../shell/use-root.ts';

export const meta = titled('Share link');

export async function loader(args: LoaderFunctionArgs) {
  const linkid = args.params.linkid ?? '';
  const { url, label, expires } = await perform(args, getShareLink, { linkid });
  return { linkid, url, label, expires, qr: qrCodeOf(url) };
}

/** A link that the person can give to others, as text and as a QR code to show or print. */
export default function ShareLink() {
  const { linkid, url, label, expires, qr } = useLoaderData<typeof loader>();
  const { timeZone } = useRoot();
  return (
    <RouteDialog title={label || 'Share link'}>
      <DialogBody>
        <div className="field">
          <label className="label" htmlFor="share-link">
            Link
          </label>
          <input className="input" id="share-link" value={url} readOnly />
        </div>
        <svg
          className="qr"
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          role="img"
          aria-label="QR code of this link"
          shapeRendering="crispEdges"
        >
          <path d={qr.path} />
        </svg>
        <p className="small muted">
          Works until {formatDate(expires, timeZone)}. The printed badge has your name, your ShieldID, and the
          QR code. It has no score, so it never shows an old one.
        </p>
        <div className="row">
          <LinkButton to={`/user/share/badge/${linkid}.pdf`} size="small" icon="download" reloadDocument>
            Badge as PDF
          </LinkButton>
          <LinkButton to={`/user/share/badge/${linkid}.png`} size="small" icon="download" reloadDocument>
            QR code as PNG
          </LinkButton>
        </div>
      </DialogBody>
      <DialogFoot cancel="Close">
        <CopyButton text={url} />
      </DialogFoot>
    </RouteDialog>
  );
}
