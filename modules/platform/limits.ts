import { SECOND } from './browser.ts';

/** The unit stands in the key's last word. */
export const platformLimits = {
  'grid.page-size-rows': 10, // doc1 §9
} as const;

/** In milliseconds. */
export const platformTimings = {
  'edge.script-timeout': 120 * SECOND, // doc1 §9
  'parts.toast-shown': 5 * SECOND, // doc1 §9
  'parts.copied-shown': 5 * SECOND, // doc2 §9
} as const;
