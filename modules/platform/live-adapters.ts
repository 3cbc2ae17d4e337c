import type { MailTransport } from './mail/mailer.ts';
import type { SmtpOptions } from './mail/smtp.ts';
import type { S3Options } from './storage/s3.ts';
import type { Storage } from './storage/storage.ts';

/*
 * Live adapters with large clients. They are loaded only if the configuration needs them, because the S3 client alone
 * takes an eighth of the start time and 40 MB of memory.
 */

export async function openS3(options: S3Options): Promise<Storage> {
  const { S3Storage } = await import('./storage/s3.ts');
  return new S3Storage(options);
}

export async function openSmtp(options: SmtpOptions): Promise<MailTransport> {
  const { SmtpTransport } = await import('./mail/smtp.ts');
  return new SmtpTransport(options);
}
