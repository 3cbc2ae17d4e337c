import { monitoringFields } from '#modules/applications/fields.ts';
import { formatDateTime } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { Card, Checkbox, checkedBy, Form, SubmitButton } from '../../components/index.ts';
import { useRoot } from '../shell/use-root.ts';
import { privacyIntents } from './privacy-intents.ts';

const fields = bind(monitoringFields);
const check = checkedBy(() => import('#modules/applications/forms.ts').then((forms) => forms.monitoringForm));

interface MonitoringCardProps {
  monitoring: {
    agreed: boolean;
    words: string;
    agreed_dts: Date | null;
    ended: { by: 'staff' | 'agency'; at: Date } | null;
  };
  result: unknown;
}

/** The consent to monitoring: what the person agreed to, and buttons to give or withdraw the consent (D40). */
export function MonitoringCard({ monitoring, result }: MonitoringCardProps) {
  const { timeZone } = useRoot();
  const { agreed, words, agreed_dts: at, ended } = monitoring;
  if (ended) {
    return (
      <Card
        title="Monitoring"
        note={`Off. ${ended.by === 'staff' ? 'Our team' : 'The agency'} turned it off on ${formatDateTime(ended.at, timeZone)}. Your ShieldScore works without it.`}
      >
        <p>{words}</p>
        {/* The press is the new consent, in the words above it (D147). */}
        <Form
          key="again"
          id="monitoring-again"
          intent={privacyIntents.monitor}
          result={result}
          summary={false}
        >
          <input type="hidden" name={fields.agreed.name} value="on" />
          <div className="actions">
            <SubmitButton kind="default" pending="Saving">
              I agree, turn monitoring on again
            </SubmitButton>
          </div>
        </Form>
      </Card>
    );
  }
  if (!agreed) {
    return (
      <Card title="Monitoring" note="Optional. Your ShieldScore works without it.">
        <p>{words}</p>
        <Form
          key="on"
          id="monitoring-on"
          intent={privacyIntents.monitor}
          result={result}
          check={check}
          summary={false}
        >
          <Checkbox field={fields.agreed} label="I agree" />
          <div className="actions">
            <SubmitButton kind="default" pending="Saving">
              Turn on monitoring
            </SubmitButton>
          </div>
        </Form>
      </Card>
    );
  }
  return (
    <Card title="Monitoring" note={at ? `On. You agreed on ${formatDateTime(at, timeZone)}:` : 'On.'}>
      <p>{words}</p>
      <Form key="off" id="monitoring-off" intent={privacyIntents.unmonitor} result={result} summary={false}>
        <div className="actions">
          <SubmitButton kind="default" pending="Saving">
            Turn off monitoring
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
