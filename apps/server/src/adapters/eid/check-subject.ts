import type * as pkijs from 'pkijs';
import { ATTRIBUTE, nameAttribute } from '../../kernel/pki/certificate.ts';

export interface StatedPerson {
  givenNameEn: string;
  surnameEn: string;
  civilId: string;
  regNo?: string;
}

export type SubjectCheck =
  | { ok: true; nationalId: string | null }
  | { ok: false; reason: 'other_civil_id' | 'other_name' | 'other_national_id' };

/**
 * eid-protocol, Certificates: subject `serialNumber=CI:MN-<civil_id>`, SN and GN in Latin. Only the
 * certificate is signed; the person stated beside it is accepted only where it agrees.
 */
export function checkSubject(
  leaf: pkijs.Certificate,
  person: StatedPerson,
  askedNationalId: string | null,
): SubjectCheck {
  if (nameAttribute(leaf.subject, ATTRIBUTE.serialNumber) !== `CI:MN-${person.civilId}`)
    return { ok: false, reason: 'other_civil_id' };
  const namesAgree =
    sameName(nameAttribute(leaf.subject, ATTRIBUTE.surname), person.surnameEn) &&
    sameName(nameAttribute(leaf.subject, ATTRIBUTE.givenName), person.givenNameEn);
  if (!namesAgree) return { ok: false, reason: 'other_name' };
  const nationalId = person.regNo?.toUpperCase() ?? null;
  if (askedNationalId !== null && nationalId !== null && nationalId !== askedNationalId.toUpperCase())
    return { ok: false, reason: 'other_national_id' };
  return { ok: true, nationalId };
}

function sameName(certified: string | undefined, stated: string): boolean {
  return certified !== undefined && fold(certified) === fold(stated);
}

function fold(name: string): string {
  return name.normalize('NFC').trim().toUpperCase();
}
