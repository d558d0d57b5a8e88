import { beforeAll, describe, expect, it } from 'vitest';
import { createAuthority, type Issued, issueLeaf, LEVEL_OID } from '../../kernel/pki/test-pki.ts';
import { checkLevel } from './check-level.ts';

let issuing: Issued;
beforeAll(async () => {
  issuing = (await createAuthority()).issuing;
});

async function certificateWith(...policies: string[]) {
  return (await issueLeaf({ policies }, issuing)).certificate;
}

describe('the level of a certificate', () => {
  it('is read from its policy and may be higher than requested', async () => {
    expect(checkLevel(await certificateWith(LEVEL_OID.QUALIFIED), 'QUALIFIED', 'QUALIFIED')).toEqual({
      ok: true,
      level: 'QUALIFIED',
    });
    expect(checkLevel(await certificateWith(LEVEL_OID.QSCD), 'QSCD', 'ADVANCED')).toEqual({
      ok: true,
      level: 'QSCD',
    });
  });

  it('is not raised by a higher level stated beside it', async () => {
    const advanced = await certificateWith(LEVEL_OID.ADVANCED);
    expect(checkLevel(advanced, 'QSCD', 'QUALIFIED')).toEqual({ ok: false, reason: 'below_asked_level' });
    expect(checkLevel(advanced, 'QSCD', 'ADVANCED')).toEqual({ ok: true, level: 'ADVANCED' });
  });

  it('is refused when the provider itself states a lower one', async () => {
    const qualified = await certificateWith(LEVEL_OID.QUALIFIED);
    expect(checkLevel(qualified, 'ADVANCED', 'ADVANCED')).toEqual({
      ok: false,
      reason: 'stated_level_lower',
    });
  });

  it('must be a known policy', async () => {
    for (const policies of [[], ['1.2.3.4']]) {
      expect(checkLevel(await certificateWith(...policies), 'QSCD', 'ADVANCED')).toEqual({
        ok: false,
        reason: 'no_level_in_certificate',
      });
    }
  });
});
