import { SECOND, tryAgainIn } from './browser.ts';
import { platformTexts as texts } from './texts.ts';

/** The answer for a code: the HTTP status, and the text for the person (D80). */
export interface RefusalAnswer {
  status: number;
  text: string;
  /** The `error_code` in a call's answer, if the documents name one; by default the code itself. */
  errorCode?: string;
}

/** The codes of a module. Each begins with the module's name. */
export type RefusalTable = Readonly<Record<string, RefusalAnswer>>;

/** The codes that every module may use. */
export const platformRefusals = {
  'invalid-input': { status: 400, text: texts['edge.invalid-input'] },
  'callback-unsigned': { status: 401, text: texts['edge.callback-unsigned'] },
  'no-session': { status: 401, text: texts['edge.no-session'] },
  'not-found': { status: 404, text: texts['edge.not-found'] },
  'role-too-low': { status: 403, text: texts['edge.role-too-low'] },
  'not-in-admin-session': { status: 403, text: texts['edge.not-in-admin-session'] },
  'page-of-another': { status: 409, text: texts['edge.page-of-another'] },
  'person-erased': { status: 409, text: texts['edge.person-erased'] },
  'verification-needed': { status: 403, text: texts['edge.verification-needed'] },
  'two-step-needed': { status: 403, text: texts['edge.two-step-needed'] },
  'terms-needed': { status: 403, text: texts['edge.terms-needed'] },
  'foreign-origin': { status: 403, text: texts['edge.foreign-origin'] },
  'not-json': { status: 415, text: texts['edge.not-json'] },
  'too-large': { status: 413, text: texts['edge.too-large'] },
  'file-too-complex': { status: 400, text: texts['edge.file-too-complex'] },
  'file-empty': { status: 400, text: texts['edge.file-empty'] },
  'file-heic': { status: 400, text: texts['edge.file-heic'] },
  'files-busy': { status: 503, text: texts['edge.files-busy'] },
  throttled: { status: 429, text: texts['edge.throttled'] },
  conflict: { status: 409, text: texts['edge.conflict'] },
  unavailable: { status: 503, text: texts['edge.unavailable'] },
  failed: { status: 500, text: texts['edge.failed'] },
} as const satisfies RefusalTable;

export type PlatformRefusalCode = keyof typeof platformRefusals;
/** The codes that a module's class of refusals accepts. */
export type RefusalCodeOf<T extends RefusalTable> = PlatformRefusalCode | (keyof T & string);

export interface RefusalOptions {
  /** The form field that the text belongs to. */
  field?: string;
  /** Only for the log; never shown. */
  detail?: string;
  /**
   * In seconds: when a retry makes sense. A sentence about it follows the text, except where `issues` have one
   * (`tryAgainIn`).
   */
  retryAfter?: number;
  /** Which fields were wrong, and why. */
  issues?: Record<string, string[]>;
  /** A text from an outside service that is shown instead of ours, where the documents want that (a declined card). */
  message?: string;
}

/**
 * An expected failure: the person gets its text, the log gets its detail, and nothing is stored. A module throws its
 * own subclass, made by `refusalsOf`, so that the compiler knows the module's codes.
 */
export class Refusal extends Error {
  readonly status: number;
  /** What the person reads. */
  readonly text: string;
  readonly options: RefusalOptions;
  readonly code: string;
  /** The `error_code` in a call's answer. */
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
    this.options = options;
    this.text = options.message ?? (this.#saysWait ? `${text} ${this.#wait}` : text);
  }

  /** The issues of fields say it themselves. A failing service comes back at no known time. */
  get #saysWait(): boolean {
    return this.options.retryAfter !== undefined && !this.options.issues && this.status !== 503;
  }

  get #wait(): string {
    return tryAgainIn((this.options.retryAfter ?? 0) * SECOND);
  }

  /** The same refusal with another sentence about when a retry makes sense, in its text and in the issues of fields. */
  sayingWait(sentence: string): Refusal {
    const { code, errorCode, status, options } = this;
    const told = (words: string) => words.replace(this.#wait, sentence);
    const text = told(this.text);
    const issues = Object.entries(options.issues ?? {}).map(([field, words]) => [field, words.map(told)]);
    return new Refusal(
      code,
      { ...options, message: text, ...(options.issues ? { issues: Object.fromEntries(issues) } : {}) },
      { status, text, errorCode },
    );
  }
}

/** Makes a module's class of refusals, which accepts the codes of `table` and those of platform. */
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

/**
 * The refusal for each constraint that can be violated, by its name. Any other unique or exclusion constraint is a
 * `conflict`.
 */
export type ConstraintRefusals = Readonly<Record<string, (options: RefusalOptions) => Refusal>>;
