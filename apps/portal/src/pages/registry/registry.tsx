import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { isAdministrator } from '../../api/access.ts';
import { overviewQuery } from '../../api/registry.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { useAccess } from '../../shell/guarded.tsx';
import { TabbedFrame } from '../../shell/tabbed-frame.tsx';
import { PLACES, registryWords } from './words.ts';

/** The registry's frame, with its tabs above every page. */
export function Registry() {
  const words = usePageWords(registryWords);
  return <TabbedFrame base="registry" label={words.placesLabel} tabs={PLACES} texts={words.places} />;
}

/** An unknown address of the registry redirects to its first page. */
export const RegistryOther = () => <Navigate to="/registry" replace />;

/** Life events and kinds of evidence belong to all authorities: a registrar of some of them only reads them. */
export function useMayManageShared(): boolean {
  const { data } = useQuery(overviewQuery);
  return useMayManage() && data?.manages_shared === true;
}

/** True if the person may edit; other people see no edit buttons. */
export function useMayManage(): boolean {
  const access = useAccess();
  return isAdministrator(access) || access.permissions.includes('registry.manage');
}
