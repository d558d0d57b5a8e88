/** Who a transaction speaks for. Row-level security in the database decides by these two values. */
export interface DbIdentity {
  readonly userId: string | null;
  readonly role: 'none' | 'user' | 'officer' | 'manager' | 'admin' | 'superadmin' | 'system';
}

export const nobody: DbIdentity = Object.freeze({ userId: null, role: 'none' });

/** The platform itself: sign-in before there is a person, jobs, boot. Each use says why in its row or job. */
export const systemIdentity: DbIdentity = Object.freeze({ userId: null, role: 'system' });
