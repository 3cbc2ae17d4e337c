export { SandboxSms } from './sandbox.ts';
export { type SmsMessage, SmsRefused, type SmsSender } from './sms.ts';
export { TwilioSms } from './twilio.ts';
