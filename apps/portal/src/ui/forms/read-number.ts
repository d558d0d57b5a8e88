/** The typed whole number, or NaN, which no schema accepts, so that the field is marked. */
export const readNumber = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);
