import type { confirmationOf } from '../../components/index.ts';
import { Card, FinalDecision, Form, SubmitButton } from '../../components/index.ts';
import { companyIntents } from './branding-intents.ts';
import { LastChange } from './last-change.tsx';

/** Turns the whole company on or off (doc3 §4). Off is confirmed first, on a page that says what ends. */
export function CompanySwitch({ on, result }: { on: boolean; result: unknown }) {
  const intent = on ? companyIntents.turnOff : companyIntents.turnOn;
  return (
    <Card
      id="switch"
      className="sec"
      title={on ? 'The company is on' : 'The company is off'}
      aside={<LastChange of="enabled" />}
    >
      <div className="row">
        <p className="muted">
          {on
            ? 'Its team works in the portal, and its keys, webhooks and coupons work.'
            : 'Its team sees no company, and its keys, webhooks and coupons don’t work. Connected people stay connected.'}
        </p>
        <Form id={on ? 'turn-off' : 'turn-on'} intent={intent} result={result}>
          <SubmitButton kind={on ? 'default' : 'primary'} size="small" intent={intent} pending="Saving">
            {on ? 'Turn off company' : 'Turn on company'}
          </SubmitButton>
        </Form>
      </div>
    </Card>
  );
}

interface TurnOffCompanyProps {
  name: string;
  values: NonNullable<ReturnType<typeof confirmationOf>>;
}

/** What ends with the company, before it is turned off. */
export function TurnOffCompany({ name, values }: TurnOffCompanyProps) {
  return (
    <FinalDecision
      id="turn-off"
      intent={companyIntents.turnOff}
      values={values}
      decision={[['Turn off', name]]}
      readers="The owner and team"
      reads="An email that the company was turned off, and what ended."
      seenBy="The team no longer sees the company. Invited people can’t answer its open invitations."
      final="Open invitations and their coupons are withdrawn, its ShieldLink connections end, and its waiting adverse actions are withdrawn. Turning the company on again doesn’t bring them back."
      label="Turn off company"
      pending="Turning off"
    />
  );
}
