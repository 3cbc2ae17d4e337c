import { name } from '#modules/purchasing/index.ts';

export const above = name;
