import { name } from '#modules/admin/index.ts';

export const above = name;
