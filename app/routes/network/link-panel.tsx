import { CopyButton, DialogBody, DialogFoot, RouteDialog } from '../../components/index.ts';

interface LinkPanelProps {
  title?: string;
  /** null if there is none yet. */
  url: string | null;
  lead: string;
  missing?: string;
}

/** A link to copy. Without script its text can be selected. */
export function LinkPanel({ title = 'Invitation Link', url, lead, missing }: LinkPanelProps) {
  return (
    <RouteDialog title={title}>
      <DialogBody>
        <p className="muted">{url ? lead : missing}</p>
        {url ? (
          <div className="field">
            <label htmlFor="network-invite-url">Link</label>
            <input className="input" id="network-invite-url" value={url} readOnly />
          </div>
        ) : null}
      </DialogBody>
      <DialogFoot cancel="Close">{url ? <CopyButton text={url} /> : null}</DialogFoot>
    </RouteDialog>
  );
}
