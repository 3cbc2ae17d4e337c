import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { getStoreSettings, saveStoreSettings } from '#modules/admin/index.ts';
import { formatCount, formatZone } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { abandonedHours, storeFields } from '#modules/purchasing/fields.ts';
import { storeForm } from '#modules/purchasing/forms.ts';
import { purchasingTexts } from '#modules/purchasing/texts.ts';
import { submit } from '../../action.server.ts';
import {
  Badge,
  Banner,
  Card,
  ChoiceGroup,
  Crumbs,
  checkedBy,
  Form,
  Page,
  RadioChoice,
  SubmitButton,
  Switch,
  TextArea,
  TextInput,
} from '../../components/index.ts';
import { perform } from '../../door.server.ts';
import { flash } from '../../flash.server.ts';
import { keepsWhatIsTyped } from '../../revalidation.ts';
import { titled } from '../../title.ts';
import { PromotionCard } from '../user/promotion-card.tsx';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { LastChange } from './last-change.tsx';
import { portalChanges } from './portal-changes.server.ts';

export const meta = titled('Store');

export const shouldRevalidate = keepsWhatIsTyped();

const fields = bind(storeFields);
const check = checkedBy(() => import('#modules/purchasing/forms.ts').then((forms) => forms.storeForm));

export async function loader(args: LoaderFunctionArgs) {
  return { ...(await perform(args, getStoreSettings, {})), ...(await portalChanges(args)) };
}

export function action(args: ActionFunctionArgs) {
  return submit(args, {
    form: storeForm,
    operation: saveStoreSettings,
    done: () => {
      flash(args.context.visit, 'Store saved');
      return redirect('/admin/settings/store');
    },
  });
}

const days = (hours: number) => (hours < 48 ? formatCount(hours, 'hour') : formatCount(hours / 24, 'day'));

/** Maintenance, unpaid purchases, and the card for people without a check (D34). */
export default function StoreSettings() {
  const { store, closed, time_zone, seen } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <Page
      title="Store"
      lead={<LastChange of="store" />}
      crumbs={<Crumbs trail={[['Settings', '/admin/settings']]}>Store</Crumbs>}
    >
      {closed ? (
        <Banner tone="warn" title="The store is closed now.">
          People see “{purchasingTexts['store.closed']}” and can’t start a purchase.
        </Banner>
      ) : null}
      <Form id="store" result={result} defaults={store} check={check} className="stack stack-24">
        <ChangedMeanwhile fields={storeFields} saved={store} />
        <input type="hidden" name={fields.seen.name} value={seen} />
        <Card
          title="Maintenance"
          note={`Nothing can be bought during this time. Times are in ${formatZone(time_zone)}.`}
          aside={<Badge tone={closed ? 'warn' : 'ok'}>{closed ? 'Closed' : 'Open'}</Badge>}
        >
          <div className="pair">
            <TextInput field={fields.closed_from} />
            <TextInput field={fields.closed_until} />
          </div>
        </Card>
        <Card title="Unpaid purchases">
          <ChoiceGroup
            field={fields.abandoned_after}
            hint="We check with the payment service first. Anything paid in the meantime is kept."
          >
            {abandonedHours.map((hours) => (
              <RadioChoice
                key={hours}
                field={fields.abandoned_after}
                value={hours}
                label={days(Number(hours))}
              />
            ))}
          </ChoiceGroup>
        </Card>
        <Card title="Card for a first check" note="On the home page of people without a check">
          <Switch field={fields.promotion_shown} />
          <TextArea field={fields.promotion_text} rows={3} />
          <Switch
            field={fields.promotion_claim}
            note="Adds “nearly 100,000 contractors”. Turn it on only if it’s true."
          />
          <PromotionCard promotion={{ text: store.promotion_text, claim: store.promotion_claim }} />
        </Card>
        <div className="actions">
          <SubmitButton pending="Saving">Save store</SubmitButton>
        </div>
      </Form>
    </Page>
  );
}
