import { layout, type RouteConfig, route } from '@remix-run/route-config';

/**
 * The map of the site, listed by hand. The layouts give the frame: duo (half form, half promise), solo (one column),
 * user (header, sidebar), flow (no sidebar, an exit), staff (the console). A dialog is a child of its page.
 */
export default [
  // Sign-in and registration
  layout('routes/shell/duo.tsx', []),

  // One task each: codes, recovery, public pages
  layout('routes/shell/solo.tsx', [route('api', 'routes/api/page.tsx')]),

  // The signed-in person: home, network
  layout('routes/shell/user.tsx', []),

  // Purchase, application, score
  layout('routes/shell/flow.tsx', []),

  // The console
  layout('routes/shell/staff.tsx', [
    route('admin', 'routes/admin/overview.tsx'),
    route('admin/tools', 'routes/admin/tools.tsx'),
    route('admin/user/:userid', 'routes/admin/user.tsx'),
  ]),

  // Without a page of their own
  route('brand.css', 'routes/shell/brand-css.ts'),
  route('api/openapi.json', 'routes/api/openapi.ts'),

  // Development only
  route('dev/ui', 'routes/dev/ui.tsx', [route('sure/:kind?', 'routes/dev/sure.tsx')]),
  route('dev/frame/:kind', 'routes/dev/frame.tsx'),

  // Any other path
  route('*', 'routes/shell/not-found.tsx'),
] satisfies RouteConfig;
