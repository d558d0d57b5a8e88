import { beforeAll, describe, expect, it } from 'vitest';
import { createAuthority, type Issued, issueLeaf } from '../../kernel/pki/test-pki.ts';
import { checkSubject } from './check-subject.ts';

const person = { civilId: '1001', surnameEn: 'Dorj', givenNameEn: 'Bold', regNo: 'УБ85031512' };

let issuing: Issued;
let leaf: Issued['certificate'];
beforeAll(async () => {
  issuing = (await createAuthority()).issuing;
  leaf = (await issueLeaf({}, issuing)).certificate;
});

describe('the subject of the certificate', () => {
  it('is the stated person, in any letter case of the names', () => {
    expect(checkSubject(leaf, person, null)).toEqual({ ok: true, nationalId: 'УБ85031512' });
    expect(checkSubject(leaf, { ...person, surnameEn: 'DORJ', givenNameEn: 'bold' }, null)).toMatchObject({
      ok: true,
    });
  });

  it('has the stated civil id, complete and in its format', async () => {
    expect(checkSubject(leaf, { ...person, civilId: '2002' }, null)).toEqual({
      ok: false,
      reason: 'other_civil_id',
    });
    expect(checkSubject(leaf, { ...person, civilId: '100' }, null)).toEqual({
      ok: false,
      reason: 'other_civil_id',
    });
    const subject = [
      { '2.5.4.4': [{ utf8String: 'Dorj' }] },
      { '2.5.4.42': [{ utf8String: 'Bold' }] },
      { '2.5.4.5': [{ printableString: '1001' }] },
    ];
    const other = await issueLeaf({ subject }, issuing);
    expect(checkSubject(other.certificate, person, null)).toEqual({ ok: false, reason: 'other_civil_id' });
  });

  it('is refused with two civil ids', async () => {
    const subject = [
      { '2.5.4.4': [{ utf8String: 'Dorj' }] },
      { '2.5.4.42': [{ utf8String: 'Bold' }] },
      { '2.5.4.5': [{ printableString: 'CI:MN-1001' }] },
      { '2.5.4.5': [{ printableString: 'CI:MN-2002' }] },
    ];
    const twice = await issueLeaf({ subject }, issuing);
    expect(checkSubject(twice.certificate, person, null)).toEqual({ ok: false, reason: 'other_civil_id' });
  });

  it('has the stated names', () => {
    expect(checkSubject(leaf, { ...person, surnameEn: 'Purev' }, null)).toEqual({
      ok: false,
      reason: 'other_name',
    });
    expect(checkSubject(leaf, { ...person, givenNameEn: 'Bol' }, null)).toEqual({
      ok: false,
      reason: 'other_name',
    });
  });

  it('is the requested person, when the provider may reveal the national id', () => {
    expect(checkSubject(leaf, { ...person, regNo: 'уб85031512' }, 'УБ85031512')).toMatchObject({ ok: true });
    expect(checkSubject(leaf, person, 'УА90072324')).toEqual({ ok: false, reason: 'other_national_id' });
    const { regNo: _, ...unnamed } = person;
    expect(checkSubject(leaf, unnamed, 'УА90072324')).toEqual({ ok: true, nationalId: null });
  });
});
