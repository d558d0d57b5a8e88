/** Removes the spaces and dashes that apps and e-mails put between digits. */
export function readDigits(text: string): string | null {
  const digits = text.replace(/[\s-]/g, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}

/** Eight letters and digits in the displayed form; people may omit the dash in the middle. */
export function readRecoveryCode(text: string): string | null {
  const letters = text.replace(/[\s-]/g, '').toUpperCase();
  return /^[A-Z2-7]{8}$/.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4)}` : null;
}
