/** A PDF to sign: 25 × 2^20, as the contract says. */
export const largestPdfBytes = 25 * 1024 * 1024;

/** What a form adds to its file. */
export const formOverheadBytes = 64 * 1024;

/** A form with a PDF to sign. */
export const largestFormBytes = largestPdfBytes + formOverheadBytes;

/**
 * A signed PDF, and one to verify: the ceiling of any request (26 MiB), so that everything that was signed here can be
 * sent back for verification in a form.
 */
export const largestSignedBytes = 26 * 1024 * 1024 - formOverheadBytes;

/** Left in a prepared document for timestamps and revocation data. */
export const raiseRoomBytes = 256 * 1024;

/** What the signature of one of several parties adds at most, with mark, timestamp and revocation data. */
export const partyRoomBytes = 192 * 1024;
