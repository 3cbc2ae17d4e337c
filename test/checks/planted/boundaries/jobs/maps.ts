import { MikroORM } from '@mikro-orm/postgresql';

export const orm = MikroORM;
