/**
 * The named rules of identity, pure: what a session, a code and a password must satisfy. Nothing here reads a clock or
 * a database.
 */

export type Role = 'USER' | 'ADMIN';
export type TwoStepMethod = 'EMAIL' | 'SMS' | 'OTPAPP' | 'DISABLED';
export type CodePurpose = 'register' | 'two-step' | 'recovery';
export type TermsKind = 'portal' | 'purchase' | 'score';
export type AccessKind = 'search' | 'score' | 'report' | 'export' | 'api';
