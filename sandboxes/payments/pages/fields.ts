import { type Html, html } from './html.ts';

export interface FieldOptions {
  name: string;
  label: string;
  autocomplete: string;
  placeholder?: string;
  inputmode?: string;
  value?: string;
  error?: string | undefined;
  maxlength?: number;
}

/** A labeled input with its error message. */
export function field(options: FieldOptions): Html {
  const { name, label, autocomplete, inputmode = 'text', value = '', error, maxlength = 100 } = options;
  const placeholder = options.placeholder ? html` placeholder="${options.placeholder}"` : null;
  return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" autocomplete="${autocomplete}" inputmode="${inputmode}" maxlength="${maxlength}"${placeholder} value="${value}" aria-describedby="${name}-error" aria-invalid="${error ? 'true' : 'false'}">
<p class="error" id="${name}-error">${error ?? ''}</p></div>`;
}

/**
 * Number, and in one row expiration, security code and, if it is asked for, the ZIP. What was typed of the card is never
 * part of an answer.
 */
export function cardFields(
  zip: { value?: string } | null,
  errors: Partial<Record<string, string>> = {},
): Html {
  return html`${field({
    name: 'number',
    label: 'Card number',
    autocomplete: 'cc-number',
    inputmode: 'numeric',
    error: errors.number,
    maxlength: 23,
  })}
<div class="short">${field({
    name: 'expiry',
    label: 'Expires',
    autocomplete: 'cc-exp',
    placeholder: 'MM / YY',
    inputmode: 'numeric',
    error: errors.expiry,
    maxlength: 9,
  })}${field({
    name: 'cvc',
    label: 'Code',
    autocomplete: 'cc-csc',
    inputmode: 'numeric',
    error: errors.cvc,
    maxlength: 4,
  })}${
    zip &&
    field({
      ...zip,
      name: 'zip',
      label: 'ZIP',
      autocomplete: 'postal-code',
      inputmode: 'numeric',
      error: errors.zip,
      maxlength: 5,
    })
  }</div>`;
}
