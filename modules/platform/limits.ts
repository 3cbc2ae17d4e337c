import { SECOND } from './browser.ts';

/** The last word of each key is the unit. */
export const platformLimits = {
  'grid.page-size-rows': 10, // doc1 §9
} as const;

/** In milliseconds. */
export const platformTimings = {
  'edge.script-timeout': 120 * SECOND, // doc1 §9
  'parts.toast-shown': 5 * SECOND, // doc1 §9
  'parts.copied-shown': 5 * SECOND, // doc2 §9
} as const;
