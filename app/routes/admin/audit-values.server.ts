import { applicationStatuses, statusLabel } from '#modules/applications/index.ts';
import { describeAudit } from '#modules/platform/index.ts';

type Detail = Record<string, unknown> | null;

const label = (value: unknown) => {
  const status = applicationStatuses.find((each) => each === value);
  return status ? statusLabel(status) : value;
};

/** An entry with its action in words, and with the values whose codes only the server can say in words. */
export function entryInWords<E extends { action: string; detail: Detail }>(entry: E): E & { words: string } {
  const { action, detail } = entry;
  const words = describeAudit(action);
  if (action !== 'applications.status-changed' || !detail) return { ...entry, words };
  return { ...entry, words, detail: { ...detail, from: label(detail.from), to: label(detail.to) } };
}
