import type { FormErrors } from './state.ts';

interface ErrorSummaryProps {
  errors: FormErrors;
  /** The names of the fields that have been corrected since then. */
  corrected?: ReadonlySet<string>;
  /** Returns the id of a field's input for its name. */
  of: (name: string) => string;
  /** Whether it is part of the page when it loads. It then takes focus, also without script. */
  focus: boolean;
}

/** Lists the errors at the top as links to the fields. The error of the whole form is its heading. */
export function ErrorSummary({ errors, corrected, of, focus }: ErrorSummaryProps) {
  const { '': own = [], ...fields } = errors;
  const entries = Object.entries(fields).filter(([, [text]]) => text?.trim());
  // If a field has the same error as the form, it is shown only once, as the link to that field.
  const words = own.filter((text) => !entries.some(([, [said]]) => said === text));
  const [title = 'There is a problem', ...more] = words;
  return (
    // biome-ignore lint/a11y/noAutofocus: screen readers must announce an error of a new page first
    <div className="summary" role="alert" tabIndex={-1} autoFocus={focus}>
      <h2>{title}</h2>
      {more.length + entries.length > 0 ? (
        <ul>
          {more.map((text) => (
            <li key={text}>{text}</li>
          ))}
          {entries.map(([name, [text]]) => (
            <li key={name}>{corrected?.has(name) ? <s>{text}</s> : <a href={`#${of(name)}`}>{text}</a>}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
