import { jobs } from '../../jobs/identity.ts';

export const known = jobs;
