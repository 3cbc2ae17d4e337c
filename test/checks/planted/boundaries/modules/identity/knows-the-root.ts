import { rooms } from '#modules/portal.ts';

export const all = rooms;
