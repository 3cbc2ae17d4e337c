import { bind } from '#modules/platform/fields/field.ts';
import { payFields } from '#modules/purchasing/fields.ts';
import { Checkbox } from '../../components/index.ts';

const payment = bind(payFields);

/** The agreement to the payment terms, with a link to them. */
export function TermsBox() {
  return (
    <Checkbox
      field={payment.accept_terms}
      label={
        <>
          I have read and agree to the{' '}
          <a href="/paymentterms" target="_blank" rel="noreferrer">
            Purchase Terms &amp; Conditions
          </a>
        </>
      }
    />
  );
}
