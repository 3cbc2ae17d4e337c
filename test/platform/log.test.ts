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
