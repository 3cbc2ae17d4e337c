import { Link } from '@remix-run/react';
import { textUpdatesFields } from '#modules/applications/fields.ts';
import { formatDateTime, formatPhone } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { Card, Checkbox, checkedBy, Form, SubmitButton } from '../../components/index.ts';
import type { Intent } from '../../intents.ts';
import { useRoot } from '../shell/use-root.ts';

const fields = bind(textUpdatesFields);
const check = checkedBy(() =>
  import('#modules/applications/forms.ts').then((forms) => forms.textUpdatesForm),
);

export interface TextUpdates {
  agreed: boolean;
  words: string;
  agreed_dts: Date | null;
  mobile: string | null;
}

interface TextUpdatesCardProps {
  texts: TextUpdates;
  /** The intents of the page's forms: to agree, and to withdraw if the page offers that. */
  intents: { texts: Intent; untext?: Intent };
  result: unknown;
}

/** The consent to text messages about background checks, which is asked for separately from everything else (D93). */
export function TextUpdatesCard({ texts, intents, result }: TextUpdatesCardProps) {
  const { timeZone } = useRoot();
  const { agreed, words, agreed_dts: at, mobile } = texts;
  if (!mobile) {
    return (
      <Card title="Text updates" note="Optional. Your check works without them.">
        <p>
          To get texts about your background check, verify your mobile number under{' '}
          <Link to="/user/profile/security">Passwords & Security</Link> first.
        </p>
      </Card>
    );
  }
  if (!agreed) {
    return (
      <Card title="Text updates" note={`Optional. To ${formatPhone(mobile)}, your verified number.`}>
        <p>{words}</p>
        <Form key="on" id="texts-on" intent={intents.texts} result={result} check={check} summary={false}>
          <Checkbox field={fields.agreed} label="I agree" />
          <div className="actions">
            <SubmitButton kind="default" pending="Saving">
              Get text updates
            </SubmitButton>
          </div>
        </Form>
      </Card>
    );
  }
  const since = at ? ` You agreed on ${formatDateTime(at, timeZone)}:` : '';
  return (
    <Card title="Text updates" note={`On, to ${formatPhone(mobile)}.${since}`}>
      <p>{words}</p>
      {intents.untext ? (
        <Form key="off" id="texts-off" intent={intents.untext} result={result} summary={false}>
          <div className="actions">
            <SubmitButton kind="default" pending="Saving">
              Stop text updates
            </SubmitButton>
          </div>
        </Form>
      ) : (
        <p className="small muted">
          You can stop them at any time under <Link to="/user/profile/privacy">Privacy & Data</Link>.
        </p>
      )}
    </Card>
  );
}
