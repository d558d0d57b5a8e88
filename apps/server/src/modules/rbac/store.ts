import type { Reader } from '../../kernel/db/database.ts';
import { raw } from '../../kernel/db/query.ts';

/** The two highest roles hold every permission by being what they are; no row grants it and none can take it away. */
export async function readPermissions(db: Reader, roleId: number): Promise<ReadonlySet<string>> {
  const rows = await db.run(
    raw<{ key: string }>(
      `select key from permissions where $1 in (1, 2)
       union select permission from role_permissions where role_id = $1`,
      [roleId],
      'rbac.permissions',
    ),
  );
  return new Set(rows.map((row) => row.key));
}
