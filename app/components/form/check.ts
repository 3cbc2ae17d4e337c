import type { FormErrors } from './state.ts';

/** Validates a form before it is sent. The server validates again with the same schema. */
export type FormCheck = (data: FormData) => FormErrors;

type Schema = Parameters<typeof import('@conform-to/zod/v4').parseWithZod>[1]['schema'];
/** A form of a module; only its schema is needed. */
type Checked = { schema: Schema };

/**
 * Uses a form's schema for validation in the browser. It is loaded when the person starts typing, so that the page does
 * not wait for it: `check={checkedBy(() => import('#modules/identity/forms.ts').then((forms) => forms.registerForm))}`.
 * @param title the server's message for the whole form when a field is wrong, if the documents define one
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
    // If it did not load, it is loaded the next time.
    loaded.catch(() => {
      loaded = null;
    });
    return loaded;
  };
}
