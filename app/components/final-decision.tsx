import type { ReactNode } from 'react';
import { confirmField, type Intent } from '../intents.ts';
import { Banner } from './banner.tsx';
import { SubmitButton } from './button.tsx';
import { Card, Facts } from './cards.tsx';
import { Form } from './form/form.tsx';
import { answerTo } from './form/state.ts';

/** The values that a form sent, if its decision has to be confirmed now; null otherwise. */
export function confirmationOf(result: unknown, id: string): Record<string, string> | null {
  const answer = answerTo(result, id);
  const found = (answer as { found?: { confirms?: boolean } } | undefined)?.found;
  if (!found?.confirms) return null;
  const values = Object.entries(answer?.initialValue ?? {});
  return Object.fromEntries(
    values.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

interface FinalDecisionProps {
  /** Of the form whose decision is confirmed. */
  id: string;
  intent: Intent;
  /** What that form sent. */
  values: Record<string, string>;
  /** What is decided. */
  decision: readonly (readonly [name: string, value: ReactNode])[];
  /** What the person will read, word for word where staff wrote it. */
  reads: ReactNode;
  /** Who else sees it. */
  seenBy: ReactNode;
  /** What cannot be undone. */
  final: string;
  /** Of the button that decides. */
  label: string;
  pending: string;
}

/** What a final decision does, before it is made (D146): what the person will read, who sees it, and that it is final. */
export function FinalDecision(props: FinalDecisionProps) {
  const { id, intent, values, decision, reads, seenBy, final, label, pending } = props;
  return (
    <Card title="Please confirm">
      <Banner tone="warn" title="This is final.">
        {final}
      </Banner>
      <Facts facts={[...decision, ['The person will read', reads], ['Who sees it', seenBy]]} />
      <Form id={id} intent={intent} summary={false}>
        {Object.entries(values).map(([name, value]) =>
          name === 'form' ? null : <input key={name} type="hidden" name={name} value={value} />,
        )}
        <div className="actions">
          <SubmitButton kind="danger" name={confirmField} value="yes" pending={pending}>
            {label}
          </SubmitButton>
          <SubmitButton kind="quiet" name={confirmField} value="change">
            Go back and change it
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
