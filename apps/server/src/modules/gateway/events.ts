/** The gateway changes nothing that belongs in the audit log: its traffic has a separate log. */
export const events = {};
