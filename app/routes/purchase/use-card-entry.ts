import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { FormErrors, FormResult } from '../../components/index.ts';
import { formName } from '../../intents.ts';
import { type CardFormSettings, type Failure, type OpenHandover, useCardForm } from './use-card-form.ts';

/** The card form's name in the summary of errors. */
const cardName = 'card';

interface CardEntrySettings extends CardFormSettings {
  /** The id of the form. A refusal is shown in the form with this name. */
  form: string;
  open: OpenHandover;
  /** Loads the validation of the page's own fields. */
  check: () => Promise<(form: FormData) => FormErrors>;
  /** Where the provider redirects to afterwards. */
  returnUrl: string;
  /** The bank's message about an earlier try. */
  problem: string | null;
}

/**
 * A form that contains the provider's card form. Errors in the card and in the page's own fields are shown together. A
 * refusal is shown like an answer of the server, in the summary that takes focus.
 */
export function useCardEntry({ form: id, open, check, returnUrl, problem, ...settings }: CardEntrySettings) {
  const container = useRef<HTMLDivElement>(null);
  const card = useCardForm(container, settings, open);
  const cardId = useId();
  const refusal = (error: FormErrors): FormResult => ({
    status: 'error',
    error,
    initialValue: { [formName]: id },
  });
  const [refused, setRefused] = useState<FormResult | null>(() =>
    problem ? refusal({ '': [problem] }) : null,
  );
  const [busy, setBusy] = useState(false);
  const here = card.state === 'here';
  // Loaded before the button is pressed, because the messages for missing fields are needed at once.
  useEffect(() => {
    if (here) void check();
  }, [here, check]);

  function show(failure: Failure | null, errors: FormErrors = {}): void {
    const wrong = failure ? { [failure.inCard ? cardName : '']: [failure.words] } : {};
    const all = { ...errors, ...wrong };
    if (Object.keys(all).length > 0) setRefused(refusal(all));
  }

  /**
   * Returns those errors whose fields are still wrong, because the person may have corrected some while the card was
   * checked.
   */
  async function stillWrong(errors: FormErrors): Promise<FormErrors> {
    const form = container.current?.closest('form');
    const found = form && (await check().catch(() => null))?.(new FormData(form));
    if (!found) return errors;
    return Object.fromEntries(Object.entries(errors).filter(([name]) => name in found));
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    if (!here) return;
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.currentTarget);
    setBusy(true);
    // The button may be pressed before the form itself has loaded its validation. Without it, the provider still
    // refuses.
    const errors = (await check().catch(() => null))?.(form) ?? {};
    const mistaken = Object.keys(errors).length > 0;
    const failure = mistaken ? await card.check() : await card.confirm(form, returnUrl);
    show(failure, await stillWrong(errors));
    setBusy(false);
  }

  return {
    state: card.state,
    busy: here ? busy : undefined,
    refused,
    /** For the component that shows the card form. */
    entry: { container, cardId, state: card.state },
    /** For the form around it. */
    handlers: {
      onSubmit: submit,
      onRefused: here
        ? async (errors: FormErrors) => show(await card.check(), await stillWrong(errors))
        : undefined,
      idOf: (name: string) => (name === cardName ? cardId : undefined),
    },
  };
}
