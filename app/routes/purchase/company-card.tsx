import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { buttonForm } from '#modules/platform/fields/form.ts';
import { confirmCardSetup, getPaymentMethod, openCardSetup } from '#modules/purchasing/index.ts';
import { purchasingTexts } from '#modules/purchasing/texts.ts';
import { submit } from '../../action.server.ts';
import { Card, checkedBy, Form, LinkButton, Page, SubmitButton } from '../../components/index.ts';
import { attempt, errorPage, perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { titled } from '../../title.ts';
import { CardEntry } from './card-entry.tsx';
import { admitCardForm } from './card-form.server.ts';
import { askForHandover } from './handover.ts';
import { useCardEntry } from './use-card-entry.ts';

export const meta = titled('Company Card');

const accounting = '/user/profile/accounting';

/** The owner's card form. The payment provider redirects back here with the id of the saved card's setup. */
export async function loader(args: LoaderFunctionArgs) {
  const { visit } = args.context;
  const { paymentmethod } = await perform(args, getPaymentMethod, {});
  const asked = new URL(args.request.url).searchParams;
  const setupid = asked.get('setup_intent') ?? asked.get('setup');
  const problem = setupid ? await keep(args, setupid) : null;
  return {
    replaces: paymentmethod !== null,
    problem,
    ...(await admitCardForm(args)),
    returnUrl: `${visit.origin}${accounting}/card`,
  };
}

/** @returns the reason why the card was not saved */
async function keep(args: LoaderFunctionArgs, setupid: string): Promise<string> {
  const kept = await attempt(args, confirmCardSetup, { setupid });
  if (kept.ok) {
    flash(args.context.visit, purchasingTexts['card.saved']);
    throw redirect(accounting);
  }
  if (kept.code === 'not-found' || kept.code === 'invalid-input') throw errorPage(kept.refusal);
  return kept.refusal.text;
}

/** Without script, or if the card form did not load, redirects to the provider's page. */
export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: buttonForm,
    operation: openCardSetup,
    input: () => ({ place: 'checkout' as const }),
    done: ({ url }) => redirect(url ?? accounting, 303),
  });
}

const check = checkedBy(() => import('#modules/purchasing/forms.ts').then((forms) => forms.cardholderForm));

async function openSetup() {
  const opened = await askForHandover(`${accounting}/cardsetup`, new FormData());
  if (opened === null || typeof opened === 'string') return opened;
  return opened.client_secret ? { client_secret: opened.client_secret } : purchasingTexts['card.not-saved'];
}

export default function CompanyCard() {
  const { replaces, ...settings } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const card = useCardEntry({ form: 'card', amount: null, open: openSetup, check, ...settings });
  const title = replaces ? 'Update your company’s card' : 'Add a card for your company';
  return (
    <Page narrow title={title} lead="We charge it when someone redeems a coupon your team issued.">
      <Card title="Payment Method">
        <Form
          id="card"
          result={card.refused ?? result}
          className="stack stack-24"
          check={card.state === 'here' ? check : undefined}
          {...card.handlers}
        >
          <CardEntry
            entry={card.entry}
            elsewhere="You’ll enter the card on Stripe’s page, then return here."
          />
          <div className="actions">
            <SubmitButton pending="Saving" busy={card.busy}>
              {card.state === 'elsewhere' ? 'Continue' : 'Save card'}
            </SubmitButton>
            <LinkButton kind="quiet" to={accounting}>
              Cancel
            </LinkButton>
          </div>
        </Form>
      </Card>
    </Page>
  );
}
