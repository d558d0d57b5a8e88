import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { passportQuery } from '../../api/registry.ts';
import { LoadFailure, LoadingRows } from '../administration/states.tsx';
import { PassportEditor } from './passport-editor.tsx';
import classes from './registry.module.css';

export function RegistryServicePage() {
  const { id = '' } = useParams();
  const { data, error, isPending, refetch } = useQuery({ ...passportQuery(id), enabled: id !== 'new' });
  if (id === 'new') return <PassportEditor key="new" passport={null} />;
  if (data) return <PassportEditor key={data.id} passport={data} />;
  return (
    <div className={classes.page}>
      {isPending ? <LoadingRows /> : <LoadFailure error={error} onRetry={refetch} />}
    </div>
  );
}
