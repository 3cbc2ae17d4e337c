import { describe, expect, test } from 'vitest';
import { nameForm } from '#modules/applications/forms.ts';
import { businessName, emailAddress } from '#modules/platform/fields/kinds.ts';
import { schemaOf } from '#modules/platform/fields/schema.ts';
import { trimmed } from '#modules/platform/fields/text.ts';

/** Each of these would start a new line in a mail, move the cursor of a terminal, or reverse the text after it. */
const unseen = ['\n', '\r\n', '\u0000', '\u001b[2J', '\u007f', '\u0085', '\u2028', '\u202e', '\u2066'];

describe('a name', () => {
  const schema = schemaOf(businessName());
  test.each([
    'http://evil.test/claim',
    'Prize at evil.test',
    'evil.test/claim',
    'www.evil',
    'Pat\u200bLee',
    '\u200b',
    '\u2060',
    '\u3164',
    'Pat\u00adLee',
    'Pat\tLee',
  ])('is not %j', (name) => {
    expect(schema.safeParse(name).success).toBe(false);
  });
  test.each(['St. John Ltd.', 'J.R. Smith', 'A. B. Co.', 'Dr. No', 'José & Söhne, Inc.', '李小龍', 'No. 5'])(
    'may be %j',
    (name) => {
      expect(schema.parse(name)).toBe(name);
    },
  );
});

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
