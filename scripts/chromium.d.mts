export const chromiumFlags: string[];
export function findChromium(): string | undefined;
export function isExecutable(path: string): boolean;
