import { expect, test } from 'vitest';
import { drawShieldId, isShieldId } from '#modules/applications/score/shieldid.ts';

test('a drawn ShieldID has two letters of the state and nine digits', () => {
  for (let round = 0; round < 200; round++) {
    const drawn = drawShieldId('tx');
    expect(drawn).toMatch(/^TX\d{9}$/);
    expect(isShieldId(drawn)).toBe(true);
  }
});

test('every single wrong digit and every swap of unequal neighbors is found', () => {
  const drawn = drawShieldId('NY');
  for (let at = 2; at < 11; at++) {
    for (const digit of '0123456789') {
      if (digit === drawn[at]) continue;
      expect(isShieldId(drawn.slice(0, at) + digit + drawn.slice(at + 1))).toBe(false);
    }
    const [left, right] = [drawn[at], drawn[at + 1]];
    if (right && left !== right) {
      expect(isShieldId(`${drawn.slice(0, at)}${right}${left}${drawn.slice(at + 2)}`)).toBe(false);
    }
  }
});

test('anything of another shape is refused', () => {
  for (const value of ['', 'TX12345678', 'tx123456780', 'T1123456780', 'TX1234567890', 'TX12345678O']) {
    expect(isShieldId(value)).toBe(false);
  }
});
