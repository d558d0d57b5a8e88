import { useEffect } from 'react';
import { useConsoleSession } from '../../../shell/console/console-shell.tsx';
import { useBulkWork } from './bulk-work.tsx';
import { InputStep } from './input-step.tsx';
import { RowsStep } from './rows-step.tsx';

export function BulkPage() {
  const { operator } = useConsoleSession();
  const { work, change, restart } = useBulkWork(operator.id);
  const hasUnsent = work.rows?.some((row) => row.outcome?.kind !== 'created') ?? false;

  useEffect(() => {
    if (!hasUnsent) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [hasUnsent]);

  if (work.rows === null) return <InputStep work={work} change={change} />;
  return <RowsStep work={work} rows={work.rows} change={change} onRestart={restart} />;
}
