import type { Fetcher } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { adminTexts } from '#modules/admin/texts.ts';
import { identityTimings } from '#modules/identity/limits.ts';
import { formatCount } from '#modules/platform/browser.ts';
import { Button, Icon } from '../../components/index.ts';
import { type Intent, intentField } from '../../intents.ts';

/** The field that tells the action to answer without a redirect. Without script the page is loaded again. */
export const inPlace = 'inplace';

interface SavedForm {
  /** The form's id. */
  id: string;
  /** The section's name. */
  label: string;
  /** Submits the form. Its data is `{ saved: true }`, or the answer to a refused form. */
  fetcher: Fetcher;
  /** The form's own intent, if other buttons of it use the fetcher as well. */
  intent?: Intent;
}

/**
 * 'Save Profile Changes ?' (doc3 §2): appears when something in one of the forms has been changed, and saves each
 * changed form separately. Its message about the result disappears after the same time as the toast of My Profile.
 * Without script each form has its own Save button.
 */
export function SaveBar({ forms }: { forms: readonly SavedForm[] }) {
  const { changed, saved, keep } = useChanges(forms);
  const saving = forms.some(isSaving);
  const labels = forms.filter(({ id }) => changed.includes(id)).map(({ label }) => label);
  if (changed.length === 0 && !saving && !saved) return null;
  return (
    <section className="savebar with-script" aria-label="Unsaved changes">
      {changed.length > 0 || saving ? (
        <>
          <b>{adminTexts['console.save-changes']}</b>
          <span className="small muted">
            {formatCount(labels.length, 'section')} changed: {labels.join(', ')}
          </span>
          <Button className="push" onClick={() => window.location.reload()}>
            Nevermind
          </Button>
          <Button kind="primary" aria-busy={saving || undefined} onClick={keep}>
            {saving ? <span className="spin" aria-hidden="true" /> : null}
            {saving ? 'Saving' : 'Save'}
          </Button>
        </>
      ) : (
        <span className="row row-tight" role="status">
          <Icon name="ok" />
          Changes saved
        </span>
      )}
    </section>
  );
}

const isSaving = ({ fetcher, intent }: SavedForm) =>
  fetcher.state !== 'idle' &&
  (intent === undefined || fetcher.formData?.getAll(intentField).at(-1) === intent);

function useChanges(forms: readonly SavedForm[]) {
  const [changed, setChanged] = useState<readonly string[]>([]);
  const [saved, setSaved] = useState(false);
  /** The content of each form when it was last saved. */
  const stored = useRef(new Map<string, string>());
  const answers = useRef(new Map<string, unknown>());
  const ids = forms.map(({ id }) => id).join(' ');

  useEffect(() => {
    const known = stored.current;
    for (const id of ids.split(' ')) known.set(id, contentOf(id, 'sent'));
    const look = () => setChanged([...known.keys()].filter((id) => contentOf(id) !== known.get(id)));
    // Something may have been typed before the script ran.
    look();
    document.addEventListener('input', look);
    return () => document.removeEventListener('input', look);
  }, [ids]);

  useEffect(() => {
    for (const { id, fetcher } of forms) {
      if (fetcher.state !== 'idle' || answers.current.get(id) === fetcher.data) continue;
      answers.current.set(id, fetcher.data);
      if (!wasSaved(fetcher.data)) continue;
      stored.current.set(id, contentOf(id));
      setChanged((before) => before.filter((each) => each !== id));
      setSaved(true);
    }
  });

  useEffect(() => {
    if (!saved || changed.length > 0) return;
    const timer = setTimeout(() => setSaved(false), identityTimings['profile.toast-cleared']);
    return () => clearTimeout(timer);
  }, [saved, changed.length]);

  const keep = () => {
    for (const id of changed) formOf(id)?.requestSubmit();
  };
  return { changed, saved, keep };
}

const wasSaved = (answer: unknown) => typeof answer === 'object' && answer !== null && 'saved' in answer;

function formOf(id: string): HTMLFormElement | null {
  const form = document.getElementById(id);
  return form instanceof HTMLFormElement ? form : null;
}

/** The content of a form as typed, or as the server sent it, without hidden fields. */
function contentOf(id: string, which: 'typed' | 'sent' = 'typed'): string {
  const form = formOf(id);
  if (!form) return '';
  const read = which === 'typed' ? typedIn : sentIn;
  const fields = form.querySelectorAll<Control>(':is(input:not([type=hidden]), select, textarea)');
  return JSON.stringify([...fields].map((field) => [field.name, read(field)]));
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isTick = (field: Control): field is HTMLInputElement => ['checkbox', 'radio'].includes(field.type);

const typedIn = (field: Control) => (isTick(field) ? field.checked : field.value);

function sentIn(field: Control): string | boolean {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? '';
  }
  return isTick(field) ? field.defaultChecked : field.defaultValue;
}

/** A hidden field that tells the action that a script of the page waits for the answer. */
export function InPlace() {
  const [scripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  return scripted ? <input type="hidden" name={inPlace} value="YES" /> : null;
}
