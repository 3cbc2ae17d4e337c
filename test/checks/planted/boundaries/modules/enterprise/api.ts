import type { Company } from './entities.ts';

export type Leaked = Company;
