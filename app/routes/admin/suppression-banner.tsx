import { adminTexts } from '#modules/admin/texts.ts';
import { Banner, Form, SubmitButton } from '../../components/index.ts';
import { recordIntents } from './record-intents.ts';
import { useRecord } from './use-record.ts';

/**
 * Says that mail does not reach the person, and why. Staff can take the address off the list if it works again (doc3
 * §4).
 */
export function SuppressionBanner({ result }: { result: unknown }) {
  const { email_on_suppression_list, email_on_suppression_reason } = useRecord().profile;
  if (!email_on_suppression_list) return null;
  return (
    <Banner
      tone="bad"
      icon="mail"
      title={`${adminTexts['console.suppressed']} ${email_on_suppression_reason}.`}
      action={
        <Form id="suppression" intent={recordIntents.suppression} result={result}>
          <SubmitButton kind="default" size="small" intent={recordIntents.suppression} pending="Removing">
            Remove from list
          </SubmitButton>
        </Form>
      }
    >
      Only security emails are still sent to this address.
    </Banner>
  );
}
