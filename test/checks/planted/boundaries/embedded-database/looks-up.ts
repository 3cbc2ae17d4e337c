import { name } from '../modules/platform/index.ts';

export const known = name;
