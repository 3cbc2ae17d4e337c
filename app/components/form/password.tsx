import { type ReactNode, useState } from 'react';
import type { Bound, Field } from '#modules/platform/fields/field.ts';
import { TextInput, type TextInputProps } from './field.tsx';

type PasswordFieldProps = Omit<TextInputProps, 'field' | 'type' | 'icon' | 'beside' | 'autoComplete'> & {
  field: Bound<Field<'password' | 'newPassword'>>;
  /** Shown under the input, such as a strength meter for the typed text. */
  meter?: (password: string) => ReactNode;
};

/** A password input. The server never fills it. With script, the password can be shown. */
export function PasswordField({ meter, onInput, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const [text, setText] = useState('');
  return (
    <div className="stack stack-8">
      <TextInput
        {...rest}
        {...(shown ? { type: 'text' } : {})}
        autoCapitalize="none"
        spellCheck={false}
        onInput={(event) => {
          if (meter) setText(event.currentTarget.value);
          onInput?.(event);
        }}
        beside={
          <button
            type="button"
            className="btn with-script"
            aria-label={`${shown ? 'Hide' : 'Show'} ${nameOf(rest.field.field.label)}`}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        }
      />
      {meter?.(text)}
    </div>
  );
}

/** What a password's button calls it. The label of a repeated one is a request, which would not read as a name. */
function nameOf(label: string): string {
  return label.startsWith('Confirm') ? 'password confirmation' : label.toLowerCase();
}

interface StrengthProps {
  /** 0 to 40 (doc1 §2, D14). */
  value: number;
  words: string;
}

/** Four bars of ten points each: danger under 20, warning under 40; 30 are required (doc2 §5). */
export function StrengthMeter({ value, words }: StrengthProps) {
  const steps = Math.round(value / 10);
  const tone = steps >= 4 ? 'on' : steps >= 2 ? 'mid' : 'low';
  return (
    <div className="stack stack-4">
      <div className="meter" role="img" aria-label={`Strength ${value} of 40`}>
        {[1, 2, 3, 4].map((step) => (
          <i key={step} className={step <= steps ? tone : undefined} />
        ))}
      </div>
      <p className="hint" aria-live="polite">
        {words}
      </p>
    </div>
  );
}
