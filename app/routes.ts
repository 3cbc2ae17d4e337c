import { index, layout, type RouteConfig, route } from '@remix-run/route-config';

/**
 * The map of the site, listed by hand. Layouts: duo (form beside a description of the product), solo (one column),
 * user (header, sidebar), flow (no sidebar, an exit), staff (the console). A dialog is a child of its page.
 */
export default [
  // Sign-in and registration
  index('routes/identity/entry.ts'),
  layout('routes/shell/duo.tsx', [
    route('login', 'routes/identity/login.tsx'),
    route('register', 'routes/identity/register.tsx'),
  ]),

  // One task each: codes, recovery, public pages
  layout('routes/shell/solo.tsx', [
    route('handoff/:token', 'routes/identity/hand-off.tsx'),
    route('endusersession', 'routes/identity/end-user-session.tsx'),
    route('verify/recoverycode', 'routes/identity/verify-recovery-code.tsx'),
    route('undo/:token', 'routes/identity/undo.tsx'),
    route('verify', 'routes/identity/verify.tsx', [route('method', 'routes/identity/verify-method.tsx')]),
    route('register/terms', 'routes/identity/register-terms.tsx'),
    route('register/verification', 'routes/identity/register-verification.tsx', [
      route('address', 'routes/identity/register-address.tsx'),
    ]),
    route('forgotpassword', 'routes/identity/forgot-password.tsx'),
    route('forgotpassword/verification', 'routes/identity/forgot-password-verification.tsx'),
    route('forgotpassword/newpassword', 'routes/identity/new-password.tsx'),
    route('paymentterms', 'routes/shell/terms.tsx', { id: 'terms/purchase' }),
    route('terms', 'routes/shell/terms.tsx', { id: 'terms/use' }),
    route('scoreterms', 'routes/shell/terms.tsx', { id: 'terms/score' }),
    route('disclaimer', 'routes/shell/legal.tsx', { id: 'legal/disclaimer' }),
    route('privacypolicy', 'routes/shell/legal.tsx', { id: 'legal/privacypolicy' }),
    route('cookiepolicy', 'routes/shell/legal.tsx', { id: 'legal/cookiepolicy' }),
    route('limitpersonaldata', 'routes/shell/limit.tsx'),
    route('emailpreferences', 'routes/identity/address-preferences.tsx'),
    route('emailpreferences/confirm/:token', 'routes/identity/confirm-preferences.tsx'),
    route('emailpreferences/:preferencecode', 'routes/identity/email-preferences.tsx'),
    route('support', 'routes/shell/support.tsx'),
    route('unsubscribe/:token', 'routes/identity/unsubscribe.tsx'),
    route('api', 'routes/api/page.tsx'),
    route('link/:linkid', 'routes/network/link.tsx'),
    route('scoreapproval/:approvalcode/:step?', 'routes/score/by-code.tsx'),
  ]),

  // The signed-in person: home, network
  layout('routes/shell/user.tsx', [
    route('user', 'routes/user/home.tsx', [
      route('share', 'routes/user/share.tsx'),
      route('invitations/:inviteid/accept', 'routes/network/accept.tsx'),
      route('invitations/:inviteid/ignore', 'routes/network/ignore.tsx'),
    ]),
    route('user/seen', 'routes/user/seen.tsx'),
    route('user/profile', 'routes/user/profile.tsx', [
      route('email', 'routes/user/change-email.tsx'),
      route('emailcode', 'routes/user/email-code.tsx'),
      route('link', 'routes/user/link-account.tsx'),
    ]),
    route('user/releasenotes', 'routes/user/release-notes.tsx'),
    route('user/profile/security', 'routes/security/page.tsx', [
      route('add/:kind', 'routes/security/add-method.tsx'),
      route('recoverycodes', 'routes/security/recovery-codes.tsx'),
      route('passkeys/add', 'routes/security/add-passkey.tsx'),
      route('passkeys/:passkeyid/:passkeychange', 'routes/security/change-passkey.tsx'),
      route('code/:methodid', 'routes/security/method-code.tsx'),
      route('change/:change/:methodid?', 'routes/security/change-method.tsx'),
    ]),
    route('user/profile/privacy', 'routes/privacy/page.tsx', [
      route('export', 'routes/privacy/ask-export.tsx'),
      route('delete', 'routes/privacy/ask-deletion.tsx'),
    ]),
    route('user/profile/company', 'routes/user/company.tsx'),
    route('user/profile/accounting', 'routes/purchase/accounting.tsx', [
      route('removecard', 'routes/purchase/remove-card.tsx'),
    ]),
    route('user/profile/accounting/card', 'routes/purchase/company-card.tsx'),
    route('user/search', 'routes/network/search.tsx'),
    route('user/network', 'routes/network/page.tsx', [
      route('invite', 'routes/network/invite.tsx'),
      route('invite-link', 'routes/network/invite-link.tsx'),
      route('inviteshieldlink', 'routes/network/invite-shieldlink.tsx'),
      route('details/:connectionid', 'routes/network/details.tsx'),
      route('link/:connectionid', 'routes/network/row-link.tsx'),
      route('cancel/:connectionid', 'routes/network/cancel.tsx'),
      route('remove/:connectionid', 'routes/network/remove.tsx'),
      route('leave/:connectionid', 'routes/network/leave.tsx'),
      route('selected', 'routes/network/selected.tsx'),
    ]),
  ]),

  // Purchase, application, score
  layout('routes/shell/flow.tsx', [
    route('user/purchase/purchasealerts', 'routes/purchase/alerts.tsx'),
    route('user/purchase/helpmechoose', 'routes/purchase/help-me-choose.tsx'),
    route('user/purchase/selectpackage', 'routes/purchase/select-package.tsx'),
    route('user/purchase/completepurchase', 'routes/purchase/complete-purchase.tsx'),
    route('user/purchase/purchasereceipt', 'routes/purchase/receipt.tsx'),
    route('user/application/:workflowstep', 'routes/application/step.tsx'),
    route('user/scoreapproval/:step?', 'routes/score/own.tsx'),
    route('user/purchasepreferences', 'routes/privacy/purchase-preferences.tsx'),
  ]),

  // The console
  layout('routes/shell/staff.tsx', [
    route('admin', 'routes/admin/overview.tsx'),
    route('admin/tools', 'routes/admin/tools.tsx'),
    route('admin/user', 'routes/admin/user-forward.tsx'),
    route('admin/user/:userid', 'routes/admin/user.tsx', [
      route('twostep', 'routes/admin/user-two-step.tsx'),
      route('session', 'routes/admin/user-session.tsx'),
      route('status', 'routes/admin/user-status.tsx'),
      route('accepted/:acceptanceid', 'routes/admin/user-accepted-terms.tsx'),
      route('refund/:applicationid', 'routes/admin/user-refund.tsx'),
    ]),
    route('admin/user/:userid/enterprise', 'routes/admin/company.tsx'),
    route('admin/user/:userid/enterprise/logo', 'routes/admin/company-logo.tsx'),
    route('admin/user/:userid/enterprise/terms/:kind', 'routes/admin/terms.tsx', { id: 'company-terms' }),
    route('admin/requests', 'routes/admin/requests.tsx'),
    route('admin/requests/:requestid', 'routes/admin/request.tsx'),
    route('admin/refunds', 'routes/admin/refunds.tsx'),
    route('admin/refunds/:refundid', 'routes/admin/refund.tsx'),
    route('admin/user/:userid/enterprise/packages', 'routes/admin/company-packages.tsx'),
    route('admin/catalogue', 'routes/admin/catalogue.tsx'),
    route('admin/catalogue/newpackage', 'routes/admin/catalogue-package.tsx', { id: 'new-package' }),
    route('admin/catalogue/packages/:craid/:crapackageid', 'routes/admin/catalogue-package.tsx'),
    route('admin/catalogue/packages/:craid/:crapackageid/steps', 'routes/admin/catalogue-steps.tsx'),
    route('admin/catalogue/newprovider', 'routes/admin/catalogue-provider.tsx', { id: 'new-provider' }),
    route('admin/catalogue/providers/:craid', 'routes/admin/catalogue-provider.tsx'),
    route('admin/catalogue/documents/:craid/:kind', 'routes/admin/consent-document.tsx'),
    route('admin/settings', 'routes/admin/settings.tsx'),
    route('admin/settings/terms/:kind', 'routes/admin/terms.tsx', { id: 'portal-terms' }),
    route('admin/settings/logo', 'routes/admin/portal-logo.tsx'),
    route('admin/settings/releasenotes', 'routes/admin/release-notes.tsx'),
    route('admin/settings/store', 'routes/admin/store.tsx'),
    route('admin/settings/refunds', 'routes/admin/refund-settings.tsx'),
    route('admin/settings/tour', 'routes/admin/tour-texts.tsx'),
    route('admin/settings/speed', 'routes/admin/vitals.tsx'),
  ]),

  // Without a page of their own
  route('user/profile/privacy/export/:requestid', 'routes/privacy/export-file.ts'),
  route('admin/catalogue/export', 'routes/admin/catalogue-file.ts'),
  route('user/network.csv', 'routes/network/export.ts'),
  route('user/purchase', 'routes/purchase/start.ts'),
  route('user/tour', 'routes/shell/end-tour.ts'),
  route('user/releasenotes/unread', 'routes/user/unread-notes.ts'),
  route('user/purchase/cardpayment', 'routes/purchase/card-payment.ts'),
  route('user/profile/accounting/cardsetup', 'routes/purchase/card-setup.ts'),
  route('user/purchase/receipt', 'routes/purchase/receipt-file.ts'),
  route('admin/receipt', 'routes/admin/receipt-file.ts'),
  route('user/application', 'routes/application/forward.ts'),
  route('user/application/draft', 'routes/application/draft.ts'),
  route('application/file/:applicationid', 'routes/application/file.ts'),
  route('application/report/:token', 'routes/score/report.ts'),
  route('application/downloadreport/:applicationid', 'routes/score/report-link.ts'),
  route('scoreapproval/:approvalcode/report', 'routes/score/report-link.ts', { id: 'score-report-by-code' }),
  route('too-large', 'routes/shell/too-large.ts'),
  route('password-rating', 'routes/identity/password-rating.ts'),
  route('login/passkey', 'routes/identity/login-passkey.ts'),
  route('verify/passkey', 'routes/identity/verify-passkey.ts'),
  route('logout', 'routes/identity/logout.ts'),
  route('grid-columns', 'routes/shell/grid-columns.ts'),
  route('brand.css', 'routes/shell/brand-css.ts'),
  route('brand-preview.css', 'routes/shell/brand-preview-css.ts'),
  route('images/photos/:name', 'routes/shell/photo-file.ts'),
  route('images/logos/:name', 'routes/shell/logo-file.ts'),
  route('api/openapi.json', 'routes/api/openapi.ts'),
  route('hub/api/*', 'routes/api/hub.ts'),

  // Development only
  route('dev/ui', 'routes/dev/ui.tsx', [route('sure/:kind?', 'routes/dev/sure.tsx')]),
  route('dev/frame/:kind', 'routes/dev/frame.tsx'),
  route('dev/outbox', 'routes/dev/outbox.tsx'),
  route('dev/outbox/:id', 'routes/dev/outbox-message.tsx'),
  route('dev/outbox/:id/html', 'routes/dev/outbox-html.ts'),

  // Any other path
  route('*', 'routes/shell/not-found.tsx'),
] satisfies RouteConfig;
