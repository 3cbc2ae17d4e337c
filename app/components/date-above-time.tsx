import { formatDateTime } from '#modules/platform/browser.ts';

/** The date above the time, for a cell of a table. */
export function DateAboveTime({ at, timeZone }: { at: string | Date; timeZone: string | undefined }) {
  const [date, ...time] = formatDateTime(at, timeZone).split(' ');
  return (
    <span className="when">
      {date} <small>{time.join(' ')}</small>
    </span>
  );
}
