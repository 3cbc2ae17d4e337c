export { readTwilioForm, signTwilioForm } from './inbound.ts';
export { e164, type SmsMessage, SmsRefused, type SmsSender } from './sms.ts';
export { TwilioSms } from './twilio.ts';
