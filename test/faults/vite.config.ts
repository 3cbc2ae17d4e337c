/** The build of the pages with the fault in the environment's FAULT. */
import { mergeConfig } from 'vite';
import base from '../../vite.config.ts';
import type { Fault } from './fault.ts';
import { planting } from './planting.ts';

const fault = JSON.parse(process.env.FAULT ?? 'null') as Fault | null;

export default mergeConfig(base, { plugins: [planting(() => fault)] });
