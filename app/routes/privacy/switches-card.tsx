import { useFetcher } from '@remix-run/react';
import { type ChangeEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { type PreferenceName, preferenceFields, preferenceNames } from '#modules/identity/fields.ts';
import { bind } from '#modules/platform/fields/field.ts';
import {
  type AutoSaveState,
  AutoSaveStatus,
  Card,
  Form,
  SubmitButton,
  Switch,
  useFetcherEnd,
  useOneAtATime,
} from '../../components/index.ts';
import { formName, intentField } from '../../intents.ts';
import { preferenceNotes } from './preference-notes.tsx';
import { privacyIntents } from './privacy-intents.ts';

const fields = bind(preferenceFields);

interface SwitchesCardProps {
  preferences: Record<PreferenceName, boolean>;
  result: unknown;
}

/**
 * Privacy and mail preferences (doc2 §2.4). With script, each switch is saved when it is pressed. Without script, one
 * button saves all of them.
 */
export function SwitchesCard({ preferences, result }: SwitchesCardProps) {
  const [state, setState] = useState<AutoSaveState>('idle');
  return (
    <Card title="Privacy, Personal Data & Communications" aside={<AutoSaveStatus state={state} />}>
      <Form id="preferences" intent={privacyIntents.preferences} result={result} defaults={preferences}>
        {preferenceNames.map((name) => (
          <SavedSwitch key={name} name={name} note={preferenceNotes[name]} onState={setState} />
        ))}
        <div className="actions without-script">
          <SubmitButton pending="Saving">Save preferences</SubmitButton>
        </div>
      </Form>
      <p className="small muted">Emails about security and your rights are always sent.</p>
    </Card>
  );
}

interface SavedSwitchProps {
  name: PreferenceName;
  note?: ReactNode;
  onState: (state: AutoSaveState) => void;
}

/** A switch that is saved when it is pressed. If the save is refused or lost, it is set back. */
function SavedSwitch({ name, note, onState }: SavedSwitchProps) {
  const key = useId();
  const fetcher = useFetcher<unknown>({ key });
  const input = useRef<HTMLInputElement>(null);
  const asked = useRef(false);
  const pending = fetcher.state !== 'idle';
  const [, save] = useOneAtATime(key, (on: boolean) => {
    asked.current = on;
    fetcher.submit(
      {
        [formName]: 'preference',
        [intentField]: privacyIntents.preference,
        preference: name,
        value: on ? 'YES' : 'NO',
      },
      { method: 'post' },
    );
  });
  // Saves a switch that was pressed before the page's script ran.
  useEffect(() => {
    const element = input.current;
    if (element && element.checked !== element.defaultChecked) save(element.checked);
  }, [save]);
  useEffect(() => {
    if (pending) onState('saving');
  }, [pending, onState]);
  useFetcherEnd(key, (answer) => {
    // A refusal, or `lostAnswer`.
    const refused = answer !== undefined && answer !== null;
    if (refused && input.current) input.current.checked = !asked.current;
    onState(refused ? 'failed' : 'saved');
  });
  return (
    <Switch
      inputRef={input}
      field={fields[name]}
      note={note}
      onChange={(event: ChangeEvent<HTMLInputElement>) => save(event.currentTarget.checked)}
    />
  );
}
