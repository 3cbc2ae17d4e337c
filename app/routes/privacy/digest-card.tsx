import { digestFields } from '#modules/admin/fields.ts';
import { digestHours } from '#modules/admin/limits.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { Card, Form, SubmitButton, Switch } from '../../components/index.ts';
import { privacyIntents } from './privacy-intents.ts';

const fields = bind(digestFields);

/** The staff's own switch of their morning email. */
export function DigestCard({ wanted, result }: { wanted: boolean; result: unknown }) {
  return (
    <Card
      id="morning"
      title="Morning email"
      note={`What waits and what’s overdue, between ${digestHours.from} AM and noon. No email when nothing waits.`}
    >
      <Form id="digest" intent={privacyIntents.digest} result={result} defaults={{ wanted }}>
        <Switch field={fields.wanted} note="Covers what’s assigned to you or to no one yet." />
        <div className="actions">
          <SubmitButton kind="default" intent={privacyIntents.digest} pending="Saving">
            Save morning email
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
