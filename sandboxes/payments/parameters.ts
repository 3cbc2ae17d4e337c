import type { Form, FormValue } from './form.ts';
import { invalidRequest, missingParameter, Problem } from './problem.ts';

/**
 * How one documented parameter is read.
 * @throws Problem the error with which Stripe answers an invalid value
 */
export interface Rule {
  read(value: FormValue, param: string): unknown;
  required?: true;
}

/** Exactly the parameters that Stripe's own types document for P. The compiler checks this. */
export type Shape<P> = { [K in keyof Required<P>]: Rule };

/** Reads the parameters of a request. Refuses unknown, missing and malformed ones as Stripe does. */
export function reader<P>(shape: Shape<P>): (form: Form) => P {
  return (form) => readShape(shape as Record<string, Rule>, form, '') as P;
}

function readShape(shape: Record<string, Rule>, form: Form, prefix: string): Record<string, unknown> {
  const named = (name: string) => (prefix ? `${prefix}[${name}]` : name);
  const unknown = Object.keys(form).filter((name) => !Object.hasOwn(shape, name));
  if (unknown.length > 0) {
    const names = unknown.map(named).join(', ');
    const message = `Received unknown parameter${unknown.length > 1 ? 's' : ''}: ${names}`;
    throw invalidRequest('parameter_unknown', message, named(unknown[0] ?? ''));
  }
  const read: Record<string, unknown> = {};
  for (const [name, rule] of Object.entries(shape)) {
    const value = form[name];
    if (value === undefined) {
      if (rule.required) throw missingParameter(named(name));
      continue;
    }
    read[name] = rule.read(value, named(name));
  }
  return read;
}

function plain(value: FormValue, param: string): string {
  if (typeof value !== 'string') throw invalidRequest(undefined, 'Invalid string', param);
  if (value === '') {
    throw invalidRequest(
      'parameter_invalid_empty',
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      param,
    );
  }
  return value;
}

export const text = (max = 5000): Rule => ({
  read(value, param) {
    const read = plain(value, param);
    if (read.length > max) {
      throw invalidRequest(undefined, `Invalid string: must be at most ${max} characters`, param);
    }
    return read;
  },
});

export const integer = (min = 0): Rule => ({
  read(value, param) {
    const read = plain(value, param);
    if (!/^-?\d{1,15}$/.test(read)) {
      throw invalidRequest('parameter_invalid_integer', `Invalid integer: ${read}`, param);
    }
    if (Number(read) < min) {
      throw invalidRequest(
        'parameter_invalid_integer',
        `This value must be greater than or equal to ${min}.`,
        param,
      );
    }
    return Number(read);
  },
});

export const flag = (): Rule => ({
  read(value, param) {
    const read = plain(value, param);
    if (read !== 'true' && read !== 'false')
      throw invalidRequest(undefined, `Invalid boolean: ${read}`, param);
    return read === 'true';
  },
});

export const oneOf = (...values: string[]): Rule => ({
  read(value, param) {
    const read = plain(value, param);
    if (!values.includes(read)) {
      throw invalidRequest(undefined, `Invalid ${param}: must be one of ${values.join(', ')}`, param);
    }
    return read;
  },
});

export const emailAddress = (): Rule => ({
  read(value, param) {
    const read = plain(value, param);
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(read)) {
      throw invalidRequest('email_invalid', `Invalid email address: ${read}`, param);
    }
    return read;
  },
});

export const webAddress = (): Rule => ({
  read(value, param) {
    const read = plain(value, param);
    if (!/^https?:\/\//.test(read) || !URL.canParse(read)) {
      throw invalidRequest('url_invalid', 'Not a valid URL', param);
    }
    return read;
  },
});

/** At most 50 keys of 40 characters, with values of 500. An empty value removes its key. */
export const metadata = (): Rule => ({
  read(value, param) {
    if (value === '') return {};
    if (typeof value !== 'object' || Array.isArray(value))
      throw invalidRequest(undefined, 'Invalid hash', param);
    const entries = Object.entries(value);
    const fits = entries.every(
      ([key, inner]) => key.length <= 40 && typeof inner === 'string' && inner.length <= 500,
    );
    if (!fits || entries.length > 50) throw invalidRequest(undefined, 'Invalid metadata', param);
    return Object.fromEntries(entries);
  },
});

export function hash<P>(shape: Shape<P>): Rule {
  return {
    read(value, param) {
      if (typeof value !== 'object' || Array.isArray(value))
        throw invalidRequest(undefined, 'Invalid hash', param);
      return readShape(shape as Record<string, Rule>, value, param);
    },
  };
}

export const list = (rule: Rule): Rule => ({
  read(value, param) {
    if (!Array.isArray(value)) throw invalidRequest(undefined, 'Invalid array', param);
    return value.map((inner, index) => rule.read(inner, `${param}[${index}]`));
  },
});

/** An instant in seconds, or the limits `gt`, `gte`, `lt`, `lte`. */
export const instants = (): Rule => ({
  read(value, param) {
    const bound = integer();
    if (typeof value === 'string') return bound.read(value, param);
    return hash<{ gt: number; gte: number; lt: number; lte: number }>({
      gt: bound,
      gte: bound,
      lt: bound,
      lte: bound,
    }).read(value, param);
  },
});

export const required = (rule: Rule): Rule => ({ ...rule, required: true });

/** Like `rule`, but an empty value clears the field. */
export const emptyable = (rule: Rule): Rule => ({
  read: (value, param) => (value === '' ? '' : rule.read(value, param)),
});

/** Documented by Stripe but not implemented by the sandbox: refused rather than ignored. */
const unmodelledRule: Rule = {
  read(_value, param) {
    throw new Problem(400, {
      type: 'invalid_request_error',
      message: `The sandbox does not model ${param}`,
      param,
    });
  },
};

export function unmodelled<const K extends string>(...names: K[]): Record<K, Rule> {
  return Object.fromEntries(names.map((name) => [name, unmodelledRule])) as Record<K, Rule>;
}

/** Parameters of every list. */
export const paging = { limit: integer(1), starting_after: text(), ending_before: text() };
export const expand = list(text());
