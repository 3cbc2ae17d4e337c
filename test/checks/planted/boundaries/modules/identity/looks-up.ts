import { name } from '#modules/enterprise/index.ts';

export const above = name;
