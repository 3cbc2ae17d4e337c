import {
  Application,
  ApplicationDraft,
  ApplicationJurisdiction,
  ApplicationStatusChange,
  ApplicationStep,
  CraOrder,
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
import {
  ApprovalCode,
  ArchivedShieldId,
  Dispute,
  RenewalReminder,
  ScoreChange,
  ShieldId,
  ShieldScore,
} from './entities/score.ts';

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
  CraOrder,
  ScoreChange,
  ApprovalCode,
  Dispute,
  ArchivedShieldId,
  ShieldId,
  ShieldScore,
  RenewalReminder,
];
