/** The whole number that was typed, or NaN: no schema accepts NaN, so that the field is marked. */
export const readNumber = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);
