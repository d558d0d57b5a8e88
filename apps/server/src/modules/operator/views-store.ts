import type { Reader, Tx } from '../../kernel/db/database.ts';
import { raw } from '../../kernel/db/query.ts';
import { type FoundPage, findPage, type PageRequest } from '../../kernel/http/time-cursor.ts';

/** What operators look at and other modules keep: organisations, people, the audit log. */

interface Page {
  limit: number;
  offset: number;
}

export interface TenantRow {
  id: string;
  slug: string | null;
  name: string;
  registration_number: string | null;
  created_at: string;
  user_count: number;
  app_count: number;
  invitation_pending: boolean;
}

const fits = `($1::text is null or strpos(fold_words(o.name), fold_words($1)) > 0
  or strpos(coalesce(o.slug, ''), lower($1)) > 0 or upper(o.reg_no) = upper($1))`;

export const listTenants = (
  db: Reader,
  q: string | undefined,
  page: Page & { now: Date },
): Promise<TenantRow[]> =>
  db.run(
    raw<TenantRow>(
      `select o.id, o.slug, o.name, o.reg_no as registration_number, o.created_at,
         (select count(*) from organisation_members m where m.org_id = o.id) as user_count,
         (select count(*) from installed_apps a where a.org_id = o.id) as app_count,
         exists (select from organisation_invitations i
           where i.org_id = o.id and i.accepted_at is null and i.expires_at > $4) as invitation_pending
       from organisations o where ${fits} order by o.created_at desc, o.id limit $2 offset $3`,
      [q ?? null, page.limit, page.offset, page.now],
    ),
  );

export const countTenants = async (db: Reader, q: string | undefined): Promise<number> =>
  (
    await db.first(
      raw<{ total: number }>(`select count(*) as total from organisations o where ${fits}`, [q ?? null]),
    )
  )?.total ?? 0;

export interface PersonRow {
  id: string;
  first_name: string;
  last_name: string;
  first_name_en: string;
  last_name_en: string;
  eid_verified_at: string | null;
  kyc_level: string | null;
}
export const findPerson = (tx: Tx, nationalId: string): Promise<PersonRow | undefined> =>
  tx.first(
    raw<PersonRow>(
      `select id, first_name, last_name, first_name_en, last_name_en, eid_verified_at, kyc_level from users
       where national_id = $1 and deleted_at is null`,
      [nationalId],
    ),
  );

export interface VerifiedRow extends PersonRow {
  email: string;
  eid_verified_at: string;
}
const isVerified = `eid_verified_at is not null and active and deleted_at is null
  and ($1::text is null or id in (select find_people($1)))`;

/** `words` as find_people takes them. */
export const listVerified = (tx: Tx, words: string | null, page: Page): Promise<VerifiedRow[]> =>
  tx.run(
    raw<VerifiedRow>(
      `select id, first_name, last_name, first_name_en, last_name_en, email, eid_verified_at, kyc_level
       from users where ${isVerified} order by created_at desc, id limit $2 offset $3`,
      [words, page.limit, page.offset],
    ),
  );

export const countVerified = async (tx: Tx, words: string | null): Promise<number> =>
  (await tx.first(raw<{ total: number }>(`select count(*) as total from users where ${isVerified}`, [words])))
    ?.total ?? 0;

export const findTenantByRegNo = (
  tx: Tx,
  regNo: string,
): Promise<{ id: string; slug: string | null; name: string; name_latin: string } | undefined> =>
  tx.first(
    raw('select id, slug, name, name_latin from organisations where upper(reg_no) = upper($1)', [regNo]),
  );

export interface AuditRow {
  id: number;
  occurred_at: string;
  action: string;
  target: string | null;
  request_id: string | null;
  metadata: Record<string, unknown>;
  operator_name: string | null;
  operator_email: string | null;
}
export const listActions = (
  db: Reader,
  filter: PageRequest & Record<'action' | 'operator' | 'target', string | undefined>,
): Promise<FoundPage<AuditRow>> =>
  findPage(db, filter, ({ limit, before }) =>
    raw<AuditRow>(
      `select a.id, a.occurred_at, a.action, a.target, a.request_id, a.metadata, o.name as operator_name,
         o.email as operator_email
       from audit_log a left join operators o on o.id::text = a.metadata ->> 'operator_id'
       where a.category = 'operator' and ($1::text is null or a.action = $1)
         and ($2::text is null or a.metadata ->> 'operator_id' = $2) and ($3::text is null or a.target = $3)
         and ($4::timestamptz is null or (a.occurred_at, a.id) < ($4::timestamptz, $5::bigint))
       order by a.occurred_at desc, a.id desc limit $6`,
      [
        filter.action ?? null,
        filter.operator ?? null,
        filter.target ?? null,
        before?.at ?? null,
        before?.id ?? null,
        limit + 1,
      ],
    ),
  );
