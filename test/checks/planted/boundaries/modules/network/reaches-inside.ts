import type { Account } from '#modules/identity/entities.ts';

export type Person = Account;
