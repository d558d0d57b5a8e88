import { describe, expect, it } from 'vitest';
import { displayText } from './approval-session.ts';

describe('the text on the phone', () => {
  it('names the platform and the role', () => {
    expect(displayText('Tamga', 'Менежер')).toBe('Tamga: «Менежер» эрх авах уу?');
  });

  it('fits the phone for any role name, and never shortens the platform or the question', () => {
    const platform = 'П'.repeat(32);
    const text = displayText(platform, 'Р'.repeat(50));
    expect([...text]).toHaveLength(60);
    expect(text).toMatch(/^П{32}: «Р+…» эрх авах уу\?$/);
  });
});
