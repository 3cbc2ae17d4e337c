import { describe, expect, it } from 'vitest';
import { createLog } from '#modules/platform/index.ts';

function linesOf(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog({ level: 'debug', destination: { write: (line) => void lines.push(line) } }));
  return lines.join('');
}

describe('the log', () => {
  it('is one JSON object a line, with the fields of its children', () => {
    const line = linesOf((log) => log.child({ request: 'r1' }).info({ status: 200 }, 'answered'));
    expect(JSON.parse(line)).toMatchObject({ level: 'info', request: 'r1', status: 200, msg: 'answered' });
  });

  it.each([
    'authorization',
    'Cookie',
    'password',
    'new_password',
    'SSN',
    'dateofbirth',
    'date_of_birth',
    'code',
    'token',
    'emailaddress',
    'client_secret',
    'stripe-signature',
  ])('never holds a value named %s, however deep', (name) => {
    const secret = 'CANARY-93847';
    const text = linesOf((log) => {
      log.info({ [name]: secret }, 'flat');
      log.warn({ body: { list: [{ [name]: secret }] } }, 'deep');
      log.child({ [name]: secret }).error({}, 'child');
    });
    expect(text).not.toContain(secret);
    expect(text.match(/redacted/g)).toHaveLength(3);
  });

  it.each([
    'set-cookie',
    'newpassword',
    'currentpassword',
    'confirmpassword',
    'passphrase',
    'secret',
    'otp',
    'invitecode',
    'approvalcode',
    'ssn4',
    'last4ssn',
    'social',
    'tax_id',
    'dob',
    'signature',
    'apikey',
    'api_key',
    'x-api-key',
    'email',
    'mobile',
    'phone',
    'html',
    'text',
  ])('nor one named %s', (name) => {
    const line = JSON.parse(linesOf((log) => log.info({ given: { [name]: 'CANARY', kept: 1 } }, 'm')));
    expect(line.given).toEqual({ [name]: '[redacted]', kept: 1 });
  });

  it('writes no bytes, nothing very deep and the first hundred of a list', () => {
    const deep = { a: { b: { c: { d: { e: { f: { g: 1 } } } } } } };
    const line = JSON.parse(
      linesOf((log) =>
        log.info(
          {
            file: Buffer.from('x'),
            numbers: new Uint8Array(2),
            deep,
            list: Array.from({ length: 101 }, (_, at) => at),
            at: new Date('2026-03-01T12:00:00Z'),
            none: null,
          },
          'm',
        ),
      ),
    );
    expect(line).toMatchObject({
      file: '[bytes]',
      numbers: '[bytes]',
      deep: { a: { b: { c: { d: { e: '[deep]' } } } } },
      at: '2026-03-01T12:00:00.000Z',
      none: null,
    });
    expect(line.list).toHaveLength(100);
  });

  it.each([
    ['a message', 'a message'],
    ['x'.repeat(2_001), 'x'.repeat(2_000)],
    ['  select 1', 'a statement failed'],
    [`update a set b = 'c - d' - it failed`, 'it failed'],
    [`insert into a - ${'x'.repeat(501)}`, 'x'.repeat(500)],
    ['selected rows are gone', 'selected rows are gone'],
  ])('writes of an error that says %s: %s', (message, written) => {
    const error = Object.assign(new Error(message), { code: 23_505 });
    const { err } = JSON.parse(linesOf((log) => log.error({ err: error }, 'failed')));
    expect(err).toEqual({ type: 'Error', message: written, stack: expect.stringMatching(/^\s+at /) });
  });

  it('keeps the code of a rule, which is no secret', () => {
    expect(linesOf((log) => log.info({ code: 'identity.wrong-credentials' }, 'refused'))).toContain(
      'wrong-credentials',
    );
  });

  it('scrubs what looks like an SSN, and codes in addresses', () => {
    const text = linesOf((log) => log.info({ note: 'ssn 123-45-6789', url: '/verify?code=A1B2C3&x=1' }, 'm'));
    expect(text).not.toContain('123-45-6789');
    expect(text).not.toContain('A1B2C3');
    expect(text).toContain('x=1');
    const each = ['code', 'token', 'sig', 'signature', 'email', 'EmailAddress'];
    for (const name of each)
      expect(linesOf((log) => log.info({ url: `/a?x=1&${name}=CANARY "rest"` }, 'm'))).toMatch(
        /&\w+=\[redacted\] /,
      );
  });

  it('writes an error of the database without its statement, its row and its parameters', () => {
    const cause = Object.assign(
      new Error('duplicate key value violates unique constraint "account_email_key"'),
      {
        code: '23505',
        constraint: 'account_email_key',
        detail: 'Key (email)=(canary@example.com) already exists.',
        parameters: ['canary@example.com'],
      },
    );
    const error = Object.assign(
      new Error(`insert into "account" ("email") values ('canary@example.com') - ${cause.message}`, {
        cause,
      }),
      { name: 'UniqueConstraintViolationException' },
    );
    const text = linesOf((log) => log.error({ err: error }, 'failed'));
    expect(text).not.toContain('canary');
    expect(JSON.parse(text).err).toMatchObject({
      type: 'UniqueConstraintViolationException',
      cause: { code: '23505', constraint: 'account_email_key' },
    });
  });
});
