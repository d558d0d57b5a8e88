import { isAdministrator } from '../../api/access.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { NoAccess, useAccess } from '../../shell/guarded.tsx';
import { TabbedFrame } from '../../shell/tabbed-frame.tsx';
import { relayWords, TABS } from './words.ts';

/** Open to everybody who may see the relay; the other tabs need the permission to manage it. */
const VIEWED: readonly string[] = ['overview', 'requests'];

/** The frame of the relay, with its tabs above every page. */
export function Relay() {
  const words = usePageWords(relayWords);
  const mayManage = useMayManage();
  return (
    <TabbedFrame
      base="relay"
      label={words.tabsLabel}
      tabs={TABS.filter((tab) => mayManage || VIEWED.includes(tab))}
      texts={words.tabs}
    />
  );
}

/** True if the person may act; other people see no buttons. */
export function useMayManage(): boolean {
  const access = useAccess();
  return isAdministrator(access) || access.permissions.includes('relay.manage');
}

/** A page whose every call needs the permission to manage. */
export function managed(Page: () => React.JSX.Element) {
  return function Managed() {
    return useMayManage() ? <Page /> : <NoAccess />;
  };
}
