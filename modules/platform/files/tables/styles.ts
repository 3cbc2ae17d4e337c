import type { Archive } from './archive.ts';

/** Which styles of an xlsx file show a number as a date or a time (ECMA-376, part 1, 18.8.30). */

const isDateFormat = (id: number) => (id >= 14 && id <= 22) || (id >= 45 && id <= 47);

/** A format code with a sign of a day, month, year, hour, minute or second outside quotes, escapes and brackets. */
const isDateCode = (code: string) =>
  /[dmyhs]/i.test(code.replaceAll(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|_.|\*./gi, ''));

/** @returns whether the style with this index, as cells name it, is one for dates */
export async function readDateStyles(archive: Archive): Promise<boolean[]> {
  const codes = new Map<number, boolean>();
  const styles: boolean[] = [];
  let isCell = false;
  await archive.read('xl/styles.xml', {
    open(name, { numFmtId, formatCode }) {
      if (name === 'numFmt') codes.set(Number(numFmtId), isDateCode(formatCode ?? ''));
      if (name === 'cellXfs') isCell = true;
      if (name === 'xf' && isCell) {
        const id = Number(numFmtId);
        styles.push(codes.get(id) ?? isDateFormat(id));
      }
    },
    close(name) {
      if (name === 'cellXfs') isCell = false;
    },
  });
  return styles;
}

const DAY = 86_400_000;

/** Days between the beginnings of the two calendars that a workbook may count in and that of Unix time. */
const beginnings = { 1900: 25_569, 1904: 24_107 } as const;

/** A date as Americans write it, with its time if it has one. Texts that are no number of a date stay as they are. */
export function showDate(stored: string, is1904: boolean): string {
  const days = Number(stored);
  if (stored === '' || !Number.isFinite(days) || days < 0 || days > 2_958_466) return stored;
  const at = new Date(Math.round((days - beginnings[is1904 ? 1904 : 1900]) * DAY));
  const [date = '', time = ''] = at.toISOString().split('T');
  const [year, month, day] = date.split('-');
  const clock = days % 1 === 0 ? '' : ` ${time.slice(0, 5)}`;
  return `${month}/${day}/${year}${clock}`;
}
