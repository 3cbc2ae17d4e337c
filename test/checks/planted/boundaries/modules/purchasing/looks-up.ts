import { name } from '#modules/network/index.ts';

export const above = name;
