/** The first bytes decide the kind, never the name or the content-type of the sender. */
const kinds = {
  'application/pdf': { starts: Buffer.from('%PDF-'), endings: ['pdf'] },
  'image/png': { starts: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), endings: ['png'] },
  'image/jpeg': { starts: Buffer.from([0xff, 0xd8, 0xff]), endings: ['jpg', 'jpeg'] },
} as const satisfies Record<string, { starts: Buffer; endings: readonly string[] }>;
export type FileKind = keyof typeof kinds;

/** The kinds of a paper that an officer can read. */
export const paperKinds = [
  'application/pdf',
  'image/png',
  'image/jpeg',
] as const satisfies readonly FileKind[];

export type PaperKind = (typeof paperKinds)[number];

/** As many first bytes as `detectKind` looks at. */
export const signatureBytes = 8;

export async function detectKind(start: Buffer): Promise<FileKind | undefined> {
  const found = Object.entries(kinds).find(([, { starts }]) =>
    start.subarray(0, starts.length).equals(starts),
  );
  return found?.[0] as FileKind | undefined;
}

/** Adds an ending that fits: an HTML page behind the first bytes of a PDF must not open as HTML from a disk. */
export function nameFor(name: string, type: FileKind): string {
  const endings: readonly string[] = kinds[type].endings;
  const ending = name.toLowerCase().split('.').at(-1) ?? '';
  return endings.includes(ending) && name.includes('.') ? name : `${name}.${endings[0]}`;
}
