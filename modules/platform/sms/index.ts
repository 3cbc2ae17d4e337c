export { SandboxSms } from './sandbox.ts';
export { SmsRefused, type SmsSender } from './sms.ts';
export { TwilioSms } from './twilio.ts';
