import type { FormErrors } from './state.ts';

interface ErrorSummaryProps {
  errors: FormErrors;
  /** Names of the fields that have been corrected since. */
  corrected?: ReadonlySet<string>;
  /** The id of a field's input by its name. */
  of: (name: string) => string;
  /** Whether it is in the page from the start; it then takes focus, without script too. */
  focus: boolean;
}

/** Lists the errors at the top as links to the fields. The error of the whole form is its heading. */
export function ErrorSummary({ errors, corrected, of, focus }: ErrorSummaryProps) {
  const { '': own = [], ...fields } = errors;
  const entries = Object.entries(fields).filter(([, [text]]) => text?.trim());
  // An error that a field repeats is shown as that field's link.
  const words = own.filter((text) => !entries.some(([, [said]]) => said === text));
  const [title = 'There is a problem', ...more] = words;
  return (
    // biome-ignore lint/a11y/noAutofocus: an error that comes with the page is what the person must hear first
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
