/** What the keyring binds a sealed hash of a client's secret to. */
export const secretPurpose = 'application.secret';
