import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import { CopyButton, DialogBody, DialogFoot, LinkButton, RouteDialog } from '../../components/index.ts';

/** A new key. It is shown only this one time. */
export function ShownKey({ apiKey }: { apiKey: string }) {
  return (
    <RouteDialog title={enterpriseTexts['api-keys.made']}>
      <DialogBody>
        <p className="muted">
          We keep only a fingerprint. If you lose the key, create another one and revoke this one. Store it
          where only your servers can read it.
        </p>
        <p className="secret">
          <code className="anywhere">{apiKey}</code>
          <CopyButton text={apiKey} label="Copy" copied="Key copied" size="small" />
        </p>
      </DialogBody>
      <DialogFoot cancel={null}>
        <LinkButton kind="primary" to="/user/developers">
          I’ve stored it
        </LinkButton>
      </DialogFoot>
    </RouteDialog>
  );
}
