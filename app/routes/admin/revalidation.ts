import type { ShouldRevalidateFunction } from '@remix-run/react';
import { type Intent, intentField } from '../../intents.ts';

const conflict = 409;

/**
 * After a save that was refused because somebody else had saved, the page shows what is stored now.
 * @param preview of a page that has one: it changes nothing that the page has loaded
 */
export function keepsWhatIsTyped(preview?: Intent): ShouldRevalidateFunction {
  return ({ formData, actionStatus, defaultShouldRevalidate }) => {
    if (preview && formData?.getAll(intentField).at(-1) === preview) return false;
    return actionStatus === conflict || defaultShouldRevalidate;
  };
}
