import { useMemo } from 'react';
import { consentFields } from '#modules/applications/fields.ts';
import { formatDate, formatDateTime } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import {
  AutoSaveStatus,
  Banner,
  Checkbox,
  checkedBy,
  Document,
  Form,
  LinkButton,
  SignaturePad,
  SubmitButton,
} from '../../components/index.ts';
import { useRoot } from '../shell/use-root.ts';
import { BackLink } from './back-link.tsx';
import type { StepData } from './step-data.ts';
import { stepIntents } from './step-intents.ts';

const fields = bind(consentFields);

const savedSignature = {
  data: '/hub/api/application/restoresavedsignature',
  picture: '/user/application/signature',
};

interface ConsentStepProps {
  consent: NonNullable<StepData['consent']>;
  provider: string;
  signer: string;
  today: string;
  /** The next step, if the person has already agreed to the document. */
  next: string;
  back: string | null;
  /** When the application was last saved. */
  saved: string | null;
  result: unknown;
}

/** One document on a page of its own (D42). */
export function ConsentStep({
  consent,
  provider,
  signer,
  today,
  next,
  back,
  saved,
  result,
}: ConsentStepProps) {
  const { timeZone } = useRoot();
  const answer = useMemo(() => answerFor(consent.consent_form_id, result), [consent.consent_form_id, result]);
  const { requires_signature: signature, requires_acknowledgement: acknowledgement } = consent;
  const check = useMemo(
    () =>
      checkedBy(() =>
        import('#modules/applications/forms.ts').then((forms) =>
          forms.consentFormFor({ acknowledgement, signature }),
        ),
      ),
    [acknowledgement, signature],
  );
  return (
    <>
      <Document
        title={consent.consent_title}
        meta={[`Version ${consent.version}`, provider, `Effective ${formatDate(consent.in_force_from)}`]}
        html={consent.consent_body}
      />
      {consent.signed_dts ? (
        <>
          <Banner tone="ok" title="Agreed">
            You agreed to this version on {formatDateTime(consent.signed_dts, timeZone)}.
          </Banner>
          <div className="actions">
            <LinkButton kind="primary" size="large" to={next}>
              Continue
            </LinkButton>
            <BackLink to={back} />
          </div>
        </>
      ) : (
        <Form
          id="consent"
          intent={stepIntents.consent}
          result={answer}
          className="stack stack-24"
          check={check}
        >
          <input type="hidden" name={fields.step_consent_id.name} value={consent.consent_form_id} />
          {consent.acknowledgement_text ? (
            <Checkbox field={fields.consent_acknowledged} label={consent.acknowledgement_text} />
          ) : null}
          {signature ? (
            <SignaturePad
              fields={fields}
              date={today}
              label={`Your signature, ${signer}`}
              saved={consent.has_saved_signature ? savedSignature : null}
            />
          ) : null}
          <div className="actions actions-apart">
            <SubmitButton size="large" pending="Saving">
              {signature ? 'Sign and continue' : 'Continue'}
            </SubmitButton>
            <BackLink to={back} />
            <AutoSaveStatus state={saved ? 'saved' : 'idle'} when={saved} />
          </div>
        </Form>
      )}
    </>
  );
}

/**
 * If the document has changed, the form is refused, and its checkbox and signature are not used for the new version.
 */
function answerFor(documentId: string, result: unknown): unknown {
  const { initialValue } = (result ?? {}) as { initialValue?: Record<string, unknown> };
  if (!initialValue || initialValue.step_consent_id === documentId) return result;
  return { ...(result as object), initialValue: { form: initialValue.form } };
}
