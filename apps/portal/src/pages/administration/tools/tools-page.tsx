import { Tabs } from '@mantine/core';
import application from '../../../features/oauth-clients/oauth-clients.module.css';
import { usePageWords } from '../../../i18n/provider.tsx';
import admin from '../../../ui/page/list-page.module.css';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { useFilters } from '../../../ui/table/use-filters.ts';
import { CallsTab } from './calls-tab.tsx';
import { ConnectTab } from './connect-tab.tsx';
import { KeysTab } from './keys-tab.tsx';
import { MemoryTab } from './memory-tab.tsx';
import { SkillsTab } from './skills-tab.tsx';
import classes from './tools.module.css';
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
  const filters = useFilters();
  const tab = TABS.find(([name]) => name === filters.get('tab'))?.[0] ?? 'keys';
  return (
    <div className={admin.page}>
      <PageHead isDense title={words.title} lead={words.lead} />
      <Tabs
        className={application.tabs ?? ''}
        value={tab}
        keepMounted={false}
        onChange={(name) => filters.set({ tab: name, open: null, tool: null })}
      >
        <Tabs.List aria-label={words.title}>
          {TABS.map(([name]) => (
            <Tabs.Tab key={name} value={name} data-testid={`tab-${name}`}>
              {words.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map(([name, Content]) => (
          <Tabs.Panel key={name} value={name} className={classes.panel ?? ''}>
            <Content />
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  );
}
