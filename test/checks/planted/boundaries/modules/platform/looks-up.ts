import { name } from '#modules/identity/index.ts';

export const above = name;
