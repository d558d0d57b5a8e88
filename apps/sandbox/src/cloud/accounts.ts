import { randomUUID } from 'node:crypto';
import { CITIZENS } from '../citizens.ts';
import { generatedBytes } from './content.ts';

export interface CloudFile {
  id: string;
  name: string;
  type: string;
  /** Bytes in memory, or only a size: such a file is generated while it is sent. */
  content: Buffer | number;
  modifiedAt: Date;
  /** Google's scope drive.file shows only what the application created or the person opened with it. */
  isShared: boolean;
  parents: readonly string[];
  appProperties: Readonly<Record<string, string>>;
}

export interface Account {
  id: string;
  email: string;
  name: string;
  files: CloudFile[];
  /** Bytes that still fit. */
  freeBytes: number;
}

export const sizeOf = ({ content }: CloudFile): number =>
  typeof content === 'number' ? content : content.length;

export const bytesOf = ({ content }: CloudFile): Buffer | Iterable<Buffer> =>
  typeof content === 'number' ? generatedBytes(content) : content;

const TINY_PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

export function createFile(
  given: Pick<CloudFile, 'name' | 'type' | 'content'> & Partial<CloudFile>,
  now: Date,
): CloudFile {
  return {
    id: randomUUID().replaceAll('-', ''),
    modifiedAt: now,
    isShared: true,
    parents: ['root'],
    appProperties: {},
    ...given,
  };
}

/** A few people, each with a small tree of files. */
export function createAccounts(now: () => Date): readonly Account[] {
  return CITIZENS.slice(0, 4).map((citizen, index) => ({
    id: `10${index}${citizen.civilId}`,
    email: `${citizen.givenNameEn}.${citizen.surnameEn}@example.mn`.toLowerCase(),
    name: `${citizen.surname} ${citizen.givenName}`,
    freeBytes: 1024 ** 3,
    files: [
      createFile({ name: 'Диплом.pdf', type: 'application/pdf', content: Buffer.from(TINY_PDF) }, now()),
      createFile({ name: 'notes.txt', type: 'text/plain', content: Buffer.from('Сайн байна уу\n') }, now()),
      createFile(
        { name: 'private.pdf', type: 'application/pdf', content: Buffer.from(TINY_PDF), isShared: false },
        now(),
      ),
    ],
  }));
}
