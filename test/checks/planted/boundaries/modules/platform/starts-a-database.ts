import { server } from '../../embedded-database/index.ts';

export const started = server;
