/** The gateway changes nothing that an audit log keeps: its traffic has a log of its own. */
export const events = {};
