import type { Application } from '../../../api/applications.ts';
import { ProblemList } from '../../../features/oauth-clients/problem-list.tsx';
import { CheckPart } from './check-part.tsx';

export function ProblemsTab({ application }: { application: Application }) {
  return (
    <>
      <CheckPart application={application} />
      <ProblemList side="manager" id={application.id} />
    </>
  );
}
