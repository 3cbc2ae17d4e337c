import { type Html, html } from './html.ts';

export interface FieldOptions {
  name: string;
  label: string;
  autocomplete: string;
  inputmode?: string;
  value?: string;
  error?: string | undefined;
  maxlength?: number;
}

/** A labeled input with its error message. */
export function field(options: FieldOptions): Html {
  const { name, label, autocomplete, inputmode = 'text', value = '', error, maxlength = 100 } = options;
  return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" autocomplete="${autocomplete}" inputmode="${inputmode}" maxlength="${maxlength}" value="${value}" aria-describedby="${name}-error" aria-invalid="${error ? 'true' : 'false'}">
<p class="error" id="${name}-error">${error ?? ''}</p></div>`;
}

/** Number, expiration and security code. What was typed is never part of an answer. */
export function cardFields(errors: Partial<Record<string, string>> = {}): Html {
  return html`${field({
    name: 'number',
    label: 'Card number',
    autocomplete: 'cc-number',
    inputmode: 'numeric',
    error: errors.number,
    maxlength: 23,
  })}
<div class="pair">${field({
    name: 'expiry',
    label: 'Expiration (MM / YY)',
    autocomplete: 'cc-exp',
    inputmode: 'numeric',
    error: errors.expiry,
    maxlength: 9,
  })}${field({
    name: 'cvc',
    label: 'Security code',
    autocomplete: 'cc-csc',
    inputmode: 'numeric',
    error: errors.cvc,
    maxlength: 4,
  })}</div>`;
}
