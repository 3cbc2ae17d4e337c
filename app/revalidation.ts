import type { ShouldRevalidateFunction } from '@remix-run/react';
import { type Intent, intentField } from './intents.ts';

const conflict = 409;

/**
 * Keeps what is typed after a refused form. Only if the save was refused because somebody else had saved, the page
 * loads what is stored now.
 * @param preview the intent of the page's preview, which changes nothing that the page has loaded
 */
export function keepsWhatIsTyped(preview?: Intent): ShouldRevalidateFunction {
  return ({ formData, actionStatus, defaultShouldRevalidate }) => {
    if (preview && formData?.getAll(intentField).at(-1) === preview) return false;
    return actionStatus === conflict || defaultShouldRevalidate;
  };
}
