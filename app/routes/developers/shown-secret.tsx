import { enterpriseTexts } from '#modules/enterprise/texts.ts';
import {
  Banner,
  CopyButton,
  DialogBody,
  DialogFoot,
  LinkButton,
  RouteDialog,
} from '../../components/index.ts';

/** A new secret. It is shown only this one time. */
export function ShownSecret({
  secret,
  ping,
}: {
  secret: string;
  /** What the test event led to, if one was sent. */
  ping?: { words: string; ok: boolean };
}) {
  return (
    <RouteDialog title={enterpriseTexts['webhooks.secret']}>
      <DialogBody>
        {ping ? (
          <Banner
            tone={ping.ok ? 'ok' : 'warn'}
            title={ping.ok ? 'Test event accepted' : 'Test event failed'}
          >
            {ping.words}
          </Banner>
        ) : null}
        <p className="muted">
          Your systems check the signature of each event with it. We don’t show it again; you can rotate it.
        </p>
        <p className="once">
          <code>{secret}</code>
          <CopyButton text={secret} label="Copy" copied="Secret copied" size="small" />
        </p>
      </DialogBody>
      <DialogFoot cancel={null}>
        <LinkButton kind="primary" to="/user/developers/webhooks">
          I’ve stored it
        </LinkButton>
      </DialogFoot>
    </RouteDialog>
  );
}
