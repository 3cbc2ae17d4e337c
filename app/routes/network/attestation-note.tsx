import { purposeLabel } from '#modules/enterprise/fields.ts';
import { formatDate } from '#modules/platform/browser.ts';
import { useRoot } from '../shell/use-root.ts';

/** The recorded permissible purpose, and who attested it. */
export interface Attested {
  purpose: string;
  attested_by: string;
  attested_at: Date;
}

/** Who attested the permissible purpose and when, or that this has not been done yet. */
export function AttestationNote({ attested }: { attested: Attested | null }) {
  const { timeZone } = useRoot();
  return (
    <p className="hint">
      {attested
        ? `${purposeLabel(attested.purpose)}: attested by ${attested.attested_by} on ${formatDate(attested.attested_at, timeZone)}`
        : 'Your company hasn’t certified it yet. We ask before you open the first full report, and again after a change.'}
    </p>
  );
}
