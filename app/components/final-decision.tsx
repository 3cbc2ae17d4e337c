import { type ReactNode, useEffect, useRef } from 'react';
import { confirmField, formName, type Intent } from '../intents.ts';
import { Banner } from './banner.tsx';
import { SubmitButton } from './button.tsx';
import { Card, Facts } from './cards.tsx';
import { Form } from './form/form.tsx';
import { answerTo } from './form/state.ts';

/** The values that a form sent, by the names of its fields. Those of a field that is sent several times are a list. */
export type SentValues = Record<string, string | readonly string[]>;

/**
 * The values that a form sent, if its decision has to be confirmed now; null otherwise.
 * @param pressed the intent of the button, if the form has several
 */
export function confirmationOf(result: unknown, id: string, pressed?: Intent): SentValues | null {
  const answer = answerTo(result, id);
  const confirms = (answer as { found?: { confirms?: string | null } } | undefined)?.found?.confirms;
  if (typeof confirms !== 'string' || confirms !== (pressed ?? '')) return null;
  const values = Object.entries(answer?.initialValue ?? {});
  return Object.fromEntries(values.filter((entry): entry is [string, string | string[]] => isSent(entry[1])));
}

function isSent(value: unknown): value is string | string[] {
  return (
    typeof value === 'string' || (Array.isArray(value) && value.every((each) => typeof each === 'string'))
  );
}

interface FinalDecisionProps {
  /** Of the form whose decision is confirmed. */
  id: string;
  /** Of a page with several forms. */
  intent?: Intent;
  /** What that form sent. */
  values: SentValues;
  /** What is decided. */
  decision: readonly (readonly [name: string, value: ReactNode])[];
  /** What the person will read, word for word where staff wrote it. */
  reads: ReactNode;
  /** Who will read it, if not one person. */
  readers?: string;
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
  const {
    id,
    intent,
    values,
    decision,
    reads,
    readers = 'The person',
    seenBy,
    final,
    label,
    pending,
  } = props;
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => top.current?.focus(), []);
  return (
    // biome-ignore lint/a11y/noAutofocus: without script, the new page must begin at what has to be read
    <div ref={top} tabIndex={-1} autoFocus>
      <Card title="Please confirm">
        <Banner tone="warn" title="This is final.">
          {final}
        </Banner>
        <Facts facts={[...decision, [`${readers} will read`, reads], ['Who sees it', seenBy]]} />
        <Form id={id} {...(intent ? { intent } : {})} summary={false}>
          {Object.entries(values).flatMap(([name, sent]) =>
            name === formName
              ? []
              : [sent]
                  .flat()
                  .map((value) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />),
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
    </div>
  );
}
