export const chromiumFlags: string[];
export function findChromium(): string | undefined;
export function hasShell(): boolean;
export function isExecutable(path: string): boolean;
