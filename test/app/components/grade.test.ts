import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Credential } from '#app/components/credential.tsx';
import { GradeBadge } from '#app/components/grade.tsx';
import { hasExpired } from '#modules/platform/browser.ts';

describe('an expired score', () => {
  it('is gray and says that it has expired, as a badge and as a certificate', () => {
    expect(renderToStaticMarkup(createElement(GradeBadge, { grade: 'IC01' }))).toContain('data-grade="IC01"');
    const badge = renderToStaticMarkup(createElement(GradeBadge, { grade: 'IC01', expired: true }));
    expect(badge).toContain('data-grade="NA"');
    expect(badge).toContain('IC01 Expired');
    const card = renderToStaticMarkup(
      createElement(Credential, { grade: 'IC01', shieldId: null, label: 'Yours', expired: true }),
    );
    expect(card).toContain('<article class="credential" data-grade="NA"');
    expect(card).toContain('ShieldScore IC01, expired');
    expect(card).not.toContain('aria-current');
  });

  it('has expired at 11:00 UTC of its date (D5)', () => {
    expect(hasExpired('2026-11-20', new Date('2026-11-20T10:59:59Z'))).toBe(false);
    expect(hasExpired('2026-11-20', new Date('2026-11-20T11:00:00Z'))).toBe(true);
    expect(hasExpired(null, new Date('2026-11-20T11:00:00Z'))).toBe(false);
  });
});
