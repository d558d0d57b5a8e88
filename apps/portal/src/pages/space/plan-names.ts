import type { NamedFile } from './upload-queue.ts';

/** The server keeps at most this many characters of a name. */
const LONGEST_NAME = 190;

/** Files whose name is taken, by the space or by an earlier file of the same choice, and the others. */
export function splitByClash(
  files: readonly File[],
  taken: ReadonlySet<string>,
): { free: NamedFile[]; clashing: NamedFile[] } {
  const used = new Set([...taken].map(normalize));
  const free: NamedFile[] = [];
  const clashing: NamedFile[] = [];
  for (const file of files) {
    const name = normalize(file.name);
    (used.has(name) ? clashing : free).push({ file, name });
    used.add(name);
  }
  return { free, clashing };
}

/** Gives each file the first free name: `report (2).pdf`. */
export function renameAll(files: readonly NamedFile[], taken: ReadonlySet<string>): NamedFile[] {
  const used = new Set([...taken].map(normalize));
  return files.map(({ file, name }) => {
    const dot = name.lastIndexOf('.');
    const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    let fresh = name;
    for (let number = 2; used.has(fresh); number += 1) {
      const mark = ` (${number})${ending}`;
      fresh = [...stem].slice(0, LONGEST_NAME - mark.length).join('') + mark;
    }
    used.add(fresh);
    return { file, name: fresh };
  });
}

/** macOS decomposes letters such as й in file names; the server and other systems do not. */
const normalize = (name: string) => name.normalize('NFC');
