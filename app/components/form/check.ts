import type { FormErrors } from './state.ts';

/** Finds what is wrong in a form before it is sent; the server checks again by the same schema. */
export type FormCheck = (data: FormData) => FormErrors;

type Schema = Parameters<typeof import('@conform-to/zod/v4').parseWithZod>[1]['schema'];
/** A form of a module, of which only the schema is needed. */
type Checked = { schema: Schema };

/**
 * A form's own schema as its check in the browser. It is loaded when the person begins to type, so that no page waits
 * for it: `check={checkedBy(() => import('#modules/identity/forms.ts').then((forms) => forms.registerForm))}`.
 * @param title what the server says of the whole form when a field is wrong, where the documents have words for it
 */
export function checkedBy(load: () => Promise<Checked>, title?: string): () => Promise<FormCheck> {
  let loaded: Promise<FormCheck> | null = null;
  return () => {
    loaded ??= Promise.all([load(), import('@conform-to/zod/v4')]).then(
      ([{ schema }, { parseWithZod }]) =>
        (data) => {
          const submission = parseWithZod(data, { schema });
          const errors: FormErrors = {};
          if (submission.status === 'success') return errors;
          if (title) errors[''] = [title];
          for (const [name, texts] of Object.entries(submission.error ?? {})) {
            if (texts && texts.length > 0) errors[name] = texts;
          }
          return errors;
        },
    );
    return loaded;
  };
}
