import { usePageWords } from '../../../i18n/provider.tsx';
import { AddressTabs } from '../../../ui/page/address-tabs.tsx';
import admin from '../../../ui/page/list-page.module.css';
import { PageHead } from '../../../ui/page/page-head.tsx';
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
  return (
    <div className={admin.page}>
      <PageHead isDense title={words.title} lead={words.lead} />
      <AddressTabs
        label={words.title}
        tabs={TABS.map(([name, Content]) => ({ name, label: words.tabs[name], content: <Content /> }))}
        clear={['offset', 'days', 'article', 'q', 'state']}
      />
    </div>
  );
}
