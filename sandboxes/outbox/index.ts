/** Mails and text messages of a development portal, which are stored in a table instead of being sent. */
export { SandboxMail } from './mail.ts';
export { sendMailEvent, sendRecentMailEvents } from './mail-events.ts';
export { findOutboxMessage, keepInOutbox, listOutbox, type OutboxMessage } from './outbox.ts';
export { replyByText } from './reply.ts';
export { SandboxSms } from './sms.ts';
