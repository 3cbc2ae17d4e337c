import { describe, expect, it } from 'vitest';
import { checkDigit, hasCheckDigit, randomCheckedDigits } from '#modules/platform/checkdigit.ts';

describe('the check digit of ShieldIDs and ShieldLink IDs', () => {
  it('agrees with the published example', () => {
    expect(checkDigit('572')).toBe('4');
    expect(hasCheckDigit('5724')).toBe(true);
  });

  it('finds every single wrong digit and every swap of neighbors', () => {
    for (let round = 0; round < 50; round += 1) {
      const digits = randomCheckedDigits();
      expect(digits).toMatch(/^\d{9}$/);
      expect(hasCheckDigit(digits)).toBe(true);
      for (let at = 0; at < digits.length; at += 1) {
        for (const wrong of '0123456789') {
          if (wrong === digits[at]) continue;
          expect(hasCheckDigit(digits.slice(0, at) + wrong + digits.slice(at + 1))).toBe(false);
        }
        const next = digits[at + 1];
        if (next === undefined || next === digits[at]) continue;
        expect(hasCheckDigit(digits.slice(0, at) + next + digits[at] + digits.slice(at + 2))).toBe(false);
      }
    }
  });

  it('refuses what is not digits', () => {
    for (const value of ['', '0', 'SL1234567', '12 34', '１２３４']) expect(hasCheckDigit(value)).toBe(false);
  });
});
