import { useQuery } from '@tanstack/react-query';
import { readActingFor } from '../../api/acting-for.ts';
import { type SignerOrganisation, signerOrganisationsQuery } from '../../api/organisations.ts';

/** An organisation, or the child that this tab acts for, which has no register number. */
export type SignedFor = Pick<SignerOrganisation, 'org_register' | 'org_name' | 'org_name_en'>;

/**
 * Whom the person can sign for beside themselves, and the one that this tab acts for. The eID provider is asked only
 * when there is something to sign.
 */
export function useSignedFor(isAsked = true) {
  const query = useQuery({ ...signerOrganisationsQuery, enabled: isAsked });
  const acting = readActingFor();
  const child: SignedFor[] =
    acting?.kind === 'child' ? [{ org_register: '', org_name: acting.name, org_name_en: acting.nameEn }] : [];
  const options: readonly SignedFor[] = [...child, ...(query.data?.items ?? [])];
  const preferred = acting && options.find(({ org_register }) => org_register === acting.number);
  return { query, options, preferred: preferred ?? null };
}
