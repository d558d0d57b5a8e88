import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { lifeEventQuery } from '../../../api/registry.ts';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import { inLanguage } from '../../../i18n/two-languages.tsx';
import { FoundPage } from '../../../ui/page/found-page.tsx';
import { usePageTitle } from '../../../ui/page/page.tsx';
import { GuideEditor } from './guide-editor.tsx';
import { guideEditorWords } from './words.ts';

export function GuideEditorPage() {
  const { language } = useLanguage();
  const words = usePageWords(guideEditorWords);
  const { id = '' } = useParams();
  const query = useQuery(lifeEventQuery(id));
  usePageTitle(
    query.data ? inLanguage({ mn: query.data.name, en: query.data.en_label }, language) : words.one,
  );
  return (
    <FoundPage query={query} backTo="/registry/life-events" words={words}>
      {(guide) => <GuideEditor key={guide.id} guide={guide} />}
    </FoundPage>
  );
}
