import { CopyButton, DialogBody, DialogFoot, LinkButton, RouteDialog } from '../../components/index.ts';

/** Recovery codes. They are shown only this one time. */
export function ShownCodes({ codes }: { codes: readonly string[] }) {
  return (
    <RouteDialog title="Save your recovery codes">
      <DialogBody>
        <p className="muted">
          These codes are shown only now. Print them or keep them in a password manager. Each one works once.
        </p>
        <ul className="codes" aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div>
          <CopyButton text={codes.join('\n')} label="Copy the codes" copied="Codes copied" size="small" />
        </div>
      </DialogBody>
      <DialogFoot cancel={null}>
        <LinkButton kind="primary" to="/user/profile/security">
          I’ve saved them
        </LinkButton>
      </DialogFoot>
    </RouteDialog>
  );
}
