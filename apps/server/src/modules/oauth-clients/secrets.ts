export const secretPurpose = 'application.secret';
