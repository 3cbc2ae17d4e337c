export {
  button,
  code,
  facts,
  heading,
  type MailBrand,
  type MailContent,
  mail,
  note,
  paragraph,
} from './content.ts';
export { Mailer, MailRefused } from './mailer.ts';
export { renderMail } from './render.ts';
export { SandboxMail } from './sandbox.ts';
export { SmtpTransport } from './smtp.ts';
