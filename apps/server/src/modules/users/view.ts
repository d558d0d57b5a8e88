import type { PersonView, UserView } from './schemas.ts';
import type { UserRow } from './store.ts';

type PersonRow = Pick<
  UserRow,
  'first_name_en' | 'last_name_en' | Exclude<keyof PersonView, 'full_name' | 'full_name_en'>
>;

export function viewPerson(user: PersonRow): PersonView {
  return {
    id: user.id,
    username: user.username,
    first_name: user.first_name,
    last_name: user.last_name,
    full_name: joinNames(user.last_name, user.first_name),
    full_name_en: joinNames(user.last_name_en, user.first_name_en),
    email: user.email,
    role_id: user.role_id,
    role: user.role,
    active: user.active,
    created_at: user.created_at,
    updated_at: user.updated_at,
  };
}

/** A person in their own view; empty members of `eid` are omitted. */
export function viewUser(user: UserRow): UserView {
  return {
    ...viewPerson(user),
    first_name_en: user.first_name_en,
    last_name_en: user.last_name_en,
    ...(user.civil_id === null ? {} : { civil_id: user.civil_id, eid: viewEid(user) }),
    ...(user.ge_id === null ? {} : { ge_id: user.ge_id }),
  };
}

export function joinNames(last: string, first: string): string {
  return [last, first].filter(Boolean).join(' ');
}

function viewEid(user: UserRow): NonNullable<UserView['eid']> {
  return {
    ...(user.civil_id === null ? {} : { civil_id: user.civil_id }),
    ...(user.national_id === null ? {} : { national_id: user.national_id }),
    ...(user.kyc_level === null ? {} : { kyc_level: user.kyc_level }),
    ...(user.document_number === null ? {} : { document_number: user.document_number }),
    ...(user.cert_serial === null || user.cert_not_before === null || user.cert_not_after === null
      ? {}
      : {
          certificate: {
            serial: user.cert_serial,
            not_before: user.cert_not_before,
            not_after: user.cert_not_after,
            issuer: user.cert_issuer ?? '',
            key_type: user.cert_key_type ?? '',
          },
        }),
  };
}
