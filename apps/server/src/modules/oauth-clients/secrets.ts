/** What the keyring binds a sealed hash of an application's secret to. */
export const secretPurpose = 'application.secret';
