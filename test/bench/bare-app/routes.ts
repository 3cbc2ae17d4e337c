import { index, type RouteConfig } from '@remix-run/route-config';

export default [index('heading.tsx')] satisfies RouteConfig;
