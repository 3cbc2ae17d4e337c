import { name } from '#modules/applications/index.ts';

export const above = name;
