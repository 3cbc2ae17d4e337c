import { platformTexts as texts } from './texts.ts';

/** How a code is answered: its HTTP status, and what the person reads (D80). */
export interface RefusalAnswer {
  status: number;
  text: string;
  /** The `error_code` of a call's answer where the documents name one; the code itself elsewhere. */
  errorCode?: string;
}

/** A module's codes, each beginning with the module's name. */
export type RefusalTable = Readonly<Record<string, RefusalAnswer>>;

/** The codes that every module may use. */
export const platformRefusals = {
  'invalid-input': { status: 400, text: texts['edge.invalid-input'] },
  'callback-unsigned': { status: 401, text: texts['edge.callback-unsigned'] },
  'no-session': { status: 401, text: texts['edge.no-session'] },
  'not-found': { status: 404, text: texts['edge.not-found'] },
  'role-too-low': { status: 403, text: texts['edge.role-too-low'] },
  'not-in-admin-session': { status: 403, text: texts['edge.not-in-admin-session'] },
  'verification-needed': { status: 403, text: texts['edge.verification-needed'] },
  'two-step-needed': { status: 403, text: texts['edge.two-step-needed'] },
  'terms-needed': { status: 403, text: texts['edge.terms-needed'] },
  'foreign-origin': { status: 403, text: texts['edge.foreign-origin'] },
  'not-json': { status: 415, text: texts['edge.not-json'] },
  'too-large': { status: 413, text: texts['edge.too-large'] },
  throttled: { status: 429, text: texts['edge.throttled'] },
  conflict: { status: 409, text: texts['edge.conflict'] },
  unavailable: { status: 503, text: texts['edge.unavailable'] },
  failed: { status: 500, text: texts['edge.failed'] },
} as const satisfies RefusalTable;

export type PlatformRefusalCode = keyof typeof platformRefusals;
/** What a module's own class of refusals takes. */
export type RefusalCodeOf<T extends RefusalTable> = PlatformRefusalCode | (keyof T & string);

export interface RefusalOptions {
  /** The form's field that the text belongs to. */
  field?: string;
  /** For the log alone; never shown. */
  detail?: string;
  /** When trying again makes sense, in seconds. */
  retryAfter?: number;
  /** Which fields were wrong, and why. */
  issues?: Record<string, string[]>;
  /** A text from outside that the documents want shown in place of ours (a card's decline). */
  message?: string;
}

/**
 * An expected failure: the person is told its text, the log its detail, nothing is stored. Every refusal is one of
 * these; a module throws its own class of them, made by `refusalsOf`, so that the compiler knows its codes.
 */
export class Refusal extends Error {
  readonly status: number;
  /** What the person reads. */
  readonly text: string;
  readonly options: RefusalOptions;
  readonly code: string;
  /** What a call answers as `error_code`. */
  readonly errorCode: string;

  constructor(code: PlatformRefusalCode, options?: RefusalOptions);
  constructor(code: string, options: RefusalOptions, answer: RefusalAnswer);
  constructor(code: string, options: RefusalOptions = {}, answer?: RefusalAnswer) {
    super(options.detail ? `${code}: ${options.detail}` : code);
    const {
      status,
      text,
      errorCode = code,
    }: RefusalAnswer = answer ?? platformRefusals[code as PlatformRefusalCode];
    this.name = 'Refusal';
    this.code = code;
    this.errorCode = errorCode;
    this.status = status;
    this.text = options.message ?? text;
    this.options = options;
  }
}

/** Makes the class of a module's refusals: it takes the codes of `table` and those of platform, and no others. */
export function refusalsOf<T extends RefusalTable>(table: T) {
  const answers: RefusalTable = { ...platformRefusals, ...table };
  return class extends Refusal {
    constructor(code: RefusalCodeOf<T>, options: RefusalOptions = {}) {
      const answer = answers[code];
      if (!answer) throw new Error(`No such refusal: ${code}`);
      super(code, options, answer);
    }
  };
}

/** What a violated constraint means, by its name; any other unique or exclusion constraint is a `conflict`. */
export type ConstraintRefusals = Readonly<Record<string, (options: RefusalOptions) => Refusal>>;
