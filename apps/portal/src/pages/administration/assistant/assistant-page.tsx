import { Tabs } from '@mantine/core';
import application from '../../../features/oauth-clients/oauth-clients.module.css';
import { usePageWords } from '../../../i18n/provider.tsx';
import admin from '../../../ui/page/list-page.module.css';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { useFilters } from '../../../ui/table/use-filters.ts';
import classes from './assistant-page.module.css';
import { FiguresTab } from './figures-tab.tsx';
import { KnowledgeTab } from './knowledge-tab.tsx';
import { PromptsTab } from './prompts-tab.tsx';
import { QuestionsTab } from './questions-tab.tsx';
import { assistantAdminWords } from './words.ts';

const TABS = [
  ['prompts', PromptsTab],
  ['knowledge', KnowledgeTab],
  ['questions', QuestionsTab],
  ['figures', FiguresTab],
] as const;

export function AssistantAdminPage() {
  const words = usePageWords(assistantAdminWords);
  const filters = useFilters();
  const tab = TABS.find(([name]) => name === filters.get('tab'))?.[0] ?? 'prompts';
  return (
    <div className={admin.page}>
      <PageHead isDense title={words.title} lead={words.lead} />
      <Tabs
        className={application.tabs ?? ''}
        value={tab}
        keepMounted={false}
        onChange={(name) =>
          filters.set({ tab: name, offset: null, days: null, article: null, q: null, state: null })
        }
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
