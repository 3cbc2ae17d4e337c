import { Banner, Form, LinkButton, SubmitButton } from '../../../components/index.ts';

/** Offers staff a passkey, until they answer. Without script there are no passkeys, so nothing is shown. */
export function PasskeyOffer() {
  return (
    <div className="with-script">
      <Banner
        icon="key"
        title="Log in faster with a passkey"
        action={
          <div className="row row-tight">
            <LinkButton to="/user/profile/security/passkeys/add" kind="primary" size="small">
              Add a passkey
            </LinkButton>
            <Form id="passkey-offer">
              <SubmitButton kind="default" size="small" pending="Saving">
                Not now
              </SubmitButton>
            </Form>
          </div>
        }
      >
        Use your fingerprint, face, or device PIN instead of a password and code. You can add one later in
        your profile.
      </Banner>
    </div>
  );
}
