import { describe, expect, test } from 'vitest';
import { nameForm } from '#modules/applications/forms.ts';
import { emailAddress } from '#modules/platform/fields/kinds.ts';
import { schemaOf } from '#modules/platform/fields/schema.ts';
import { trimmed } from '#modules/platform/fields/text.ts';

/** Each would start a new line in a mail, move a terminal's cursor, or reverse the text after it. */
const unseen = ['\n', '\r\n', '\u0000', '\u001b[2J', '\u007f', '\u0085', '\u2028', '\u202e', '\u2066'];

describe('a text of one line', () => {
  test.each(unseen.map((sign) => [JSON.stringify(sign), sign]))('has no %s in it', (_name, sign) => {
    const text = `Pat${sign}Lee`;
    expect(trimmed(60).safeParse(text).success).toBe(false);
    expect(schemaOf(emailAddress()).safeParse(`pat${sign}lee@example.com`).success).toBe(false);
    const name = nameForm.schema.safeParse({
      firstname: text,
      lastname: 'Lee',
      dateofbirth: '04/12/1985',
      confirmdateofbirth: '04/12/1985',
    });
    expect(name.error?.issues.map((issue) => issue.path.join('.'))).toEqual(['firstname']);
  });

  test.each(['Zoë', 'O’Neill-Smith', 'محمد', 'नमस्ते', '李小龍', 'José  María', '👩‍👩‍👧'])(
    'may be %s',
    (text) => {
      expect(trimmed(60).parse(` ${text}\n`)).toBe(text);
    },
  );
});
