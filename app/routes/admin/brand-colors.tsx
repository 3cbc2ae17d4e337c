import { useFetcher } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { brandColorFields } from '#modules/enterprise/fields.ts';
import { SECOND } from '#modules/platform/browser.ts';
import { bind } from '#modules/platform/fields/field.ts';
import { Button, ColorInput, Icon } from '../../components/index.ts';
import { type Intent, intentField } from '../../intents.ts';
import type { BrandReport } from './brand-report.server.ts';

const colors = bind(brandColorFields);

/** In milliseconds: how long nothing is typed before the preview is updated. */
const PAUSE = 0.3 * SECOND;

interface Found {
  found?: { report?: BrandReport };
}

/** The report in an action's answer to the button Preview. */
function reportIn(result: unknown): BrandReport | undefined {
  return typeof result === 'object' && result !== null ? (result as Found).found?.report : undefined;
}

/**
 * The report on the colors as typed. With script it is requested after each pause in typing, without script by the
 * button.
 * @param saved the report on the stored colors
 * @param result the answer of the page's action
 */
export function useBrandReport(saved: BrandReport, result: unknown, preview: Intent) {
  const fetcher = useFetcher();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  function typed(form: HTMLFormElement | null) {
    clearTimeout(timer.current);
    if (!form) return;
    timer.current = setTimeout(() => {
      const sent = new FormData(form);
      sent.set(intentField, preview);
      fetcher.submit(sent, { method: 'post' });
    }, PAUSE);
  }
  return { report: reportIn(fetcher.data) ?? reportIn(result) ?? saved, typed };
}

interface BrandColorsProps {
  report: BrandReport;
  preview: Intent;
  onTyped: (form: HTMLFormElement | null) => void;
}

/** The three colors of a brand, and how they will look. */
export function BrandColors({ report, preview, onTyped }: BrandColorsProps) {
  return (
    <div
      className="stack"
      onInput={({ target }) => {
        if (target instanceof HTMLInputElement) onTyped(target.form);
      }}
    >
      <div className="cols cols-3">
        <ColorInput field={colors.primary_color} />
        <ColorInput field={colors.primary_button_background} fallback={report.button} />
        <ColorInput field={colors.primary_button_text} fallback={report.buttonInk} />
      </div>
      <ul className="findings" aria-live="polite">
        <li>
          <Icon name={report.inkReplaced ? 'info' : 'check'} />
          <span>
            {report.inkReplaced
              ? `Your button text can’t be read on the button, so black or white is used (${report.buttonContrast.toFixed(1)}:1).`
              : `Button text on the button: ${report.buttonContrast.toFixed(1)}:1. At least 4.5:1 is needed.`}
          </span>
        </li>
        <li>
          <Icon name={report.linksDarkened ? 'info' : 'check'} />
          <span>
            {report.linksDarkened
              ? 'Links are shown darker than the primary color so that they can be read on white.'
              : 'Links in the primary color can be read on white.'}
          </span>
        </li>
      </ul>
      <Button type="submit" size="small" intent={preview} formNoValidate className="without-script">
        Preview colors
      </Button>
    </div>
  );
}
