import { DAY, HOUR, MINUTE, SECOND } from '#modules/platform/starting.ts';

const units: Record<string, number> = { s: SECOND, m: MINUTE, h: HOUR, d: DAY };

/** Parses `45d`, `90m` or `1d12h`. @returns milliseconds, or null for anything else */
export function parseDuration(text: string): number | null {
  if (!/^(?:\d{1,6}[smhd])+$/.test(text)) return null;
  let total = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)([smhd])/g))
    total += Number(count) * (units[unit ?? ''] ?? 0);
  return total > 0 ? total : null;
}
