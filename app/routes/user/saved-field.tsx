import { useFetcher } from '@remix-run/react';
import { createContext, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react';
import { identityTimings } from '#modules/identity/limits.ts';
import { identityTexts } from '#modules/identity/texts.ts';
import {
  Icon,
  lostAnswer,
  NotSaved,
  useFetcherEnd,
  useOneAtATime,
  useWhenOnline,
} from '../../components/index.ts';
import { intentField } from '../../intents.ts';
import { profileIntents } from './profile-intents.ts';

/** The result of saving one field. Without an error, it was saved. */
export interface Saved {
  field: string;
  error: string | null;
  /** What the input shows for the stored value; null if it was not saved, or is never shown again. */
  stored: string | null;
}

const Saving = createContext<(by: 1 | -1 | 'lost') => void>(() => {});

/** Shows a toast while fields are being saved, and for a while after the last one (doc2 §2.1). */
export function SavingToast({ children }: { children: ReactNode }) {
  const [count, setCount] = useState(0);
  const [shown, setShown] = useState(false);
  const [tell] = useState(() => (by: 1 | -1 | 'lost') => {
    if (by === 'lost') setShown(false);
    else setCount((now) => now + by);
  });
  useEffect(() => {
    if (count > 0) {
      setShown(true);
      return;
    }
    const timer = setTimeout(() => setShown(false), identityTimings['profile.toast-cleared']);
    return () => clearTimeout(timer);
  }, [count]);
  return (
    <Saving.Provider value={tell}>
      {children}
      <div className="toasts" role="status">
        {shown ? (
          <div className="toast">
            {count > 0 ? <span className="spin" aria-hidden="true" /> : <Icon name="ok" />}
            <span>{identityTexts['profile.saving']}</span>
          </div>
        ) : null}
      </div>
    </Saving.Provider>
  );
}

type Control = HTMLInputElement | HTMLSelectElement;

interface SavedFieldProps {
  name: string;
  /** The value that the page shows first. */
  value: string;
  /**
   * Renders the input, with the error of the last save. A select also saves when its value changes, by using `onBlur`
   * as `onChange`.
   */
  children: (parts: { error?: ReactNode; onBlur: (event: { target: Control }) => void }) => ReactNode;
}

/**
 * A field of the profile or of the company that is saved when the person leaves it (doc2 §2.2). If the save is refused,
 * the reason is shown next to the field, and what was typed stays. What is changed while a save is under way is saved
 * after it, since the server compares with what was stored before. A field that was not typed in since shows the stored
 * spelling. If the connection is lost, what was typed stays and
 * can be sent again. Without script, the page's button saves the field.
 */
export function SavedField({ name, value, children }: SavedFieldProps) {
  const key = useId();
  const fetcher = useFetcher<Saved>({ key });
  const tell = useContext(Saving);
  const saved = useRef(value);
  const sent = useRef(value);
  const typed = useRef(value);
  const control = useRef<Control | null>(null);
  const { state, data } = fetcher;
  const pending = state !== 'idle';
  useEffect(() => {
    if (!pending) return;
    tell(1);
    return () => tell(-1);
  }, [pending, tell]);
  const [lost, setLost] = useState(false);
  // This comes before the next value is sent, with which the server gets what was stored last.
  useFetcherEnd(key, (answer) => {
    const { error, stored } = (answer as Partial<Saved> | undefined) ?? {};
    if (error === null) saved.current = sent.current;
    if (typeof stored === 'string' && control.current?.value === sent.current) {
      control.current.value = stored;
      typed.current = stored;
    }
    setLost(answer === lostAnswer);
    if (answer === lostAnswer) tell('lost');
  });
  const [, save] = useOneAtATime(key, (next: string) => {
    sent.current = next;
    fetcher.submit(
      { [intentField]: profileIntents.field, field: name, value: next, seen: saved.current },
      { method: 'post' },
    );
  });
  const again = () => save(typed.current);
  useWhenOnline(lost && !pending, again);
  const left = ({ target }: { target: Control }) => {
    control.current = target;
    if (target.value === typed.current) return;
    typed.current = target.value;
    save(target.value);
  };
  const error = pending ? null : lost ? <NotSaved onAgain={again} /> : data?.error;
  return <>{children({ onBlur: left, ...(error ? { error } : {}) })}</>;
}
