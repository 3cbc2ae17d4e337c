import { DAY } from '#modules/platform/browser.ts';

/** Milliseconds. The legal deadlines of requests about personal data (D23). */
export const deadlines = {
  /** 15 business days, which are at most 21 days without a holiday (California Code of Regulations 11 §7027). */
  limit: 21 * DAY,
  export: 45 * DAY,
  deletion: 45 * DAY,
} as const;
