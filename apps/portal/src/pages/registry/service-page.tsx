import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { readFailure } from '../../api/errors.ts';
import { passportQuery } from '../../api/registry.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { EmptyState, LoadFailure, LoadingRows } from '../../ui/states/states.tsx';
import { editorWords } from './editor-words.ts';
import { PassportEditor } from './passport-editor.tsx';
import classes from './registry.module.css';
import { registryWords } from './words.ts';

export function RegistryServicePage() {
  const { id = '' } = useParams();
  const { services: words } = usePageWords(registryWords);
  const { editor } = usePageWords(editorWords);
  const { data, error, isPending, refetch } = useQuery({ ...passportQuery(id), enabled: id !== 'new' });
  if (id === 'new') return <PassportEditor key="new" passport={null} />;
  if (data) return <PassportEditor key={data.id} passport={data} />;
  const failure = readFailure(error);
  return (
    <div className={classes.page}>
      {isPending ? (
        <LoadingRows />
      ) : failure.kind === 'refused' && failure.status === 404 ? (
        <EmptyState title={words.unknown}>
          {words.unknownText} <Link to="/registry/services">{editor.back}</Link>
        </EmptyState>
      ) : (
        <LoadFailure error={error} onRetry={refetch} />
      )}
    </div>
  );
}
