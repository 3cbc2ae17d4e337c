import { name } from './identity/index.ts';

export const rooms = [name];
