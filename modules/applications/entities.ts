import {
  Application,
  ApplicationDraft,
  ApplicationJurisdiction,
  ApplicationStatusChange,
  ApplicationStep,
  CheckProgress,
  CraOrder,
  SavedSignature,
  SigningRecord,
} from './entities/application.ts';
import {
  ConsentDocument,
  ConsentDraft,
  Jurisdiction,
  PackageStep,
  ScreeningPackage,
  ScreeningProvider,
} from './entities/catalogue.ts';
import { ManualPackage } from './entities/manual-package.ts';
import { MonitoredProfile, MonitoringConsent, MonitoringUpdate } from './entities/monitoring.ts';
import {
  ApprovalCode,
  ArchivedShieldId,
  Dispute,
  DisputeDocument,
  DisputeMessage,
  ExpirationChange,
  RenewalReminder,
  ScoreChange,
  ShieldId,
  ShieldScore,
} from './entities/score.ts';
import { ApplicationText, TextConsent } from './entities/text-updates.ts';
import { CheckTransfer } from './entities/transfer.ts';
import { IdVerification } from './entities/verification.ts';
import { WrongProofCount } from './entities/wrong-proofs.ts';

export const applicationsEntities = [
  ScreeningProvider,
  ScreeningPackage,
  PackageStep,
  ConsentDocument,
  ConsentDraft,
  Jurisdiction,
  Application,
  ApplicationStep,
  ApplicationDraft,
  ApplicationJurisdiction,
  ApplicationStatusChange,
  SigningRecord,
  SavedSignature,
  ManualPackage,
  CraOrder,
  CheckProgress,
  ScoreChange,
  ApprovalCode,
  Dispute,
  DisputeDocument,
  DisputeMessage,
  ArchivedShieldId,
  ShieldId,
  ShieldScore,
  ExpirationChange,
  RenewalReminder,
  TextConsent,
  ApplicationText,
  MonitoringConsent,
  MonitoredProfile,
  MonitoringUpdate,
  IdVerification,
  CheckTransfer,
  WrongProofCount,
];
