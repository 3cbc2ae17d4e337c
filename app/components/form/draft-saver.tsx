import { useEffect, useRef, useState } from 'react';
import { useWhenOnline } from '../connection/lost.ts';
import { requestJson } from '../connection/request.ts';
import { type AutoSaveState, AutoSaveStatus, whenSaved } from './autosave.tsx';

interface DraftSaverProps {
  /** Where the draft is posted; answers `{ saved_dts }`. */
  action: string;
  /** Names of fields that are never part of a draft. */
  without: readonly string[];
  timeZone: string;
  /** When something was last saved, as returned by `whenSaved`; null before that. */
  saved: string | null;
}

/** In milliseconds, after a field was left. If the form is sent within this time, no draft is needed. */
const PAUSE = 400;

/**
 * Saves what is typed into its form when the person leaves a field or the page, and says so. Without script it does
 * nothing.
 */
export function DraftSaver({ action, without, timeZone, saved: before }: DraftSaverProps) {
  const place = useRef<HTMLSpanElement>(null);
  const [state, setState] = useState<{ is: AutoSaveState; when?: string | null }>({
    is: before ? 'saved' : 'idle',
    when: before,
  });
  const [names] = useState(without);
  const again = useRef(() => {});

  useEffect(() => {
    const form = place.current?.closest('form');
    if (!form) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let saved = textOf(draftOf(form, names));

    async function save(): Promise<void> {
      clearTimeout(timer);
      if (!form) return;
      const draft = draftOf(form, names);
      const text = textOf(draft);
      if (text === saved) return;
      saved = text;
      setState({ is: 'saving' });
      const answer = await requestJson<{ saved_dts: string }>(action, {
        method: 'POST',
        body: draft,
        keepalive: true,
      });
      if (!answer) {
        saved = '';
        setState({ is: 'failed' });
        return;
      }
      const { saved_dts } = answer;
      setState({ is: 'saved', when: whenSaved(saved_dts, saved_dts, timeZone) });
    }
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(save, PAUSE);
    };
    // No draft is saved while the form is being sent, because a draft that arrives later would reopen the step.
    const sent = () => {
      clearTimeout(timer);
      saved = textOf(draftOf(form, names));
    };
    const left = () => void save();
    again.current = left;
    form.addEventListener('focusout', soon);
    form.addEventListener('change', soon);
    form.addEventListener('submit', sent);
    window.addEventListener('pagehide', left);
    return () => {
      clearTimeout(timer);
      form.removeEventListener('focusout', soon);
      form.removeEventListener('change', soon);
      form.removeEventListener('submit', sent);
      window.removeEventListener('pagehide', left);
    };
  }, [action, names, timeZone]);

  useWhenOnline(state.is === 'failed', () => again.current());

  return (
    <span ref={place}>
      <AutoSaveStatus
        state={state.is}
        {...(state.when ? { when: state.when } : {})}
        onAgain={() => again.current()}
      />
    </span>
  );
}

function draftOf(form: HTMLFormElement, without: readonly string[]): FormData {
  const draft = new FormData(form);
  for (const name of without) draft.delete(name);
  return draft;
}

function textOf(draft: FormData): string {
  return new URLSearchParams([...draft].map(([name, value]) => [name, String(value)])).toString();
}
