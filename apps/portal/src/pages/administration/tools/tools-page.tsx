import { usePageWords } from '../../../i18n/provider.tsx';
import { AddressTabs } from '../../../ui/page/address-tabs.tsx';
import admin from '../../../ui/page/list-page.module.css';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { CallsTab } from './calls-tab.tsx';
import { ConnectTab } from './connect-tab.tsx';
import { KeysTab } from './keys-tab.tsx';
import { MemoryTab } from './memory-tab.tsx';
import { SkillsTab } from './skills-tab.tsx';
import { toolsWords } from './words.ts';

const TABS = [
  ['keys', KeysTab],
  ['skills', SkillsTab],
  ['calls', CallsTab],
  ['memory', MemoryTab],
  ['connect', ConnectTab],
] as const;

export function ToolsPage() {
  const words = usePageWords(toolsWords);
  return (
    <div className={admin.page}>
      <PageHead isDense title={words.title} lead={words.lead} />
      <AddressTabs
        label={words.title}
        tabs={TABS.map(([name, Content]) => ({ name, label: words.tabs[name], content: <Content /> }))}
        clear={['open', 'tool']}
      />
    </div>
  );
}
