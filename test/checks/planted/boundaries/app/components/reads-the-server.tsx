import { name } from '#modules/identity/index.ts';

export const title = name;
