import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { findCitizen } from '../citizens.ts';
import type { KeptRepresentations, Organisation } from './representations.ts';

interface Kept {
  register: string;
  name: string;
  nameEn: string | null;
  signers: { nationalId: string; role: string | null; rightType: string; source: string; since: string }[];
}

export function keepRepresentations(path: string): KeptRepresentations {
  return {
    load: () =>
      read(path).map(({ signers, ...organisation }) => ({
        ...organisation,
        signers: signers.flatMap(({ nationalId, since, ...signer }) => {
          const citizen = findCitizen(nationalId);
          return citizen === null
            ? []
            : [
                {
                  ...signer,
                  citizen,
                  since: new Date(since),
                  consent: null,
                } as Organisation['signers'][number],
              ];
        }),
      })),
    save: (organisations) => {
      const kept: Kept[] = [...organisations].map(({ register, name, nameEn, signers }) => ({
        register,
        name,
        nameEn,
        signers: signers
          .filter(({ consent }) => consent === null)
          .map(({ citizen, role, rightType, source, since }) => ({
            nationalId: citizen.nationalId,
            role,
            rightType,
            source,
            since: since.toISOString(),
          })),
      }));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(`${path}.new`, JSON.stringify(kept));
      renameSync(`${path}.new`, path);
    },
  };
}

function read(path: string): Kept[] {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Kept[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
