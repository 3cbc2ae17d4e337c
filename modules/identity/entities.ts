import { Account, FormerPassword, NameAlias, PreviousAddress } from './entities/account.ts';
import { VerificationCode } from './entities/code.ts';
import { ContactMethod } from './entities/contact-method.ts';
import { KeptText } from './entities/kept-text.ts';
import { MailChoice, MailPreference, MailSuppression, SentMail } from './entities/mail-preference.ts';
import { Passkey, PasskeyChallenge } from './entities/passkey.ts';
import { PrivacyRequest } from './entities/privacy.ts';
import { KnownBrowser, RecoveryCode, SecurityChange } from './entities/security.ts';
import {
  LoginFailure,
  Session,
  SessionFactsRow,
  SessionHandOff,
  StaffSession,
  TrustedBrowser,
} from './entities/session.ts';
import { AccessEntry, TermsAcceptance, TermsDraft, TermsVersion } from './entities/terms.ts';

/** The tables of identity. Entities stay in this module; constraints and indexes are in the migrations. */
export const identityEntities = [
  Account,
  FormerPassword,
  Session,
  SessionFactsRow,
  SessionHandOff,
  StaffSession,
  VerificationCode,
  ContactMethod,
  RecoveryCode,
  SecurityChange,
  KnownBrowser,
  Passkey,
  PasskeyChallenge,
  TrustedBrowser,
  LoginFailure,
  TermsVersion,
  TermsDraft,
  TermsAcceptance,
  AccessEntry,
  MailPreference,
  SentMail,
  MailChoice,
  MailSuppression,
  PreviousAddress,
  NameAlias,
  PrivacyRequest,
  KeptText,
];
