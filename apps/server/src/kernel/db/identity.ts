/** The identity of a transaction; row-level security decides by these values. */
export interface DbIdentity {
  readonly userId: string | null;
  /** For whom the person acts; the right was checked for this request. */
  readonly partyId?: string | undefined;
  /** Set where the right is an authorisation: for each kind of act every service, or those with these ids. */
  readonly partyLimits?: Readonly<Record<string, '*' | readonly string[]>> | undefined;
  readonly role:
    | 'none'
    | 'user'
    | 'officer'
    | 'registrar'
    | 'auditor'
    | 'manager'
    | 'admin'
    | 'superadmin'
    | 'system';
}

export const nobody: DbIdentity = Object.freeze({ userId: null, role: 'none' });

/**
 * The platform itself: sign-in before the person is known, jobs, startup; each use states why in its row or
 * job.
 */
export const systemIdentity: DbIdentity = Object.freeze({ userId: null, role: 'system' });
