import type { RefObject } from 'react';
import { bind } from '#modules/platform/fields/field.ts';
import { cardholderFields } from '#modules/purchasing/fields.ts';
import { Icon, TextInput } from '../../components/index.ts';
import type { CardFormState } from './use-card-form.ts';

const fields = bind(cardholderFields);

interface CardEntryProps {
  entry: { container: RefObject<HTMLDivElement>; cardId: string; state: CardFormState };
  /** What happens on the provider's page, if the card form is not shown in this page. */
  elsewhere: string;
}

/**
 * The provider's card form with name and ZIP beside its two lines, or below it on a phone. Without script, or if the card form does not load, a sentence is shown
 * instead.
 */
export function CardEntry({ entry: { container, cardId, state }, elsewhere }: CardEntryProps) {
  const here = state === 'here';
  return (
    <>
      {state === 'elsewhere' ? null : (
        <section className="stack with-script" aria-labelledby="card-title" aria-busy={!here}>
          <h2 id="card-title">Card</h2>
          <div className="card-lines">
            <div id={cardId} tabIndex={-1} className="card-form">
              {here ? null : (
                <p className="muted" role="status">
                  Loading card form...
                </p>
              )}
              <div ref={container} />
            </div>
            <div className="card-holder">
              <TextInput field={fields.cardholder} />
              <TextInput field={fields.billingzip} />
            </div>
          </div>
          <p className="hint hint-icon">
            <Icon name="lock" />
            <span>Stripe processes your card. Your card number never reaches us.</span>
          </p>
        </section>
      )}
      <p className={state === 'elsewhere' ? undefined : 'without-script'}>
        {elsewhere} Your card number never reaches us.
      </p>
    </>
  );
}
