import { type Outbox, unitOfWork } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { permission } from '../../kernel/http/access.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Mount } from '../../kernel/http/row.ts';
import { accessEvents, recordAccess } from '../audit-log/index.ts';
import { type FileStorage, paperKinds, requireReadable } from '../files/index.ts';
import { findApplication, findFile, govErrors, sendPaper } from '../gov/index.ts';
import { matterOf, officeOf, refuseHidden } from './queue.ts';

export interface CaseFileDeps {
  database: Database;
  outbox: Outbox;
  now: () => Date;
  files: FileStorage;
}

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The applicant sees this access in their access log. */
export function caseFileMount(deps: CaseFileDeps): Mount {
  return {
    id: 'gov.officer.file',
    methods: ['GET'],
    path: '/api/v1/gov/officer/queue/:id/files/:file_id',
    access: permission('gov.review'),
    summary: 'Download a paper of a case',
    media: { gives: paperKinds },
    handle: async (request, reply, actor) => {
      const officer = actor as Actor;
      const call = request.params as { id: string; file_id: string };
      if (!uuid.test(call.id) || !uuid.test(call.file_id)) fail(kernelErrors.not_found);
      const identity = { userId: officer.userId, role: 'officer' } as const;
      const file = await unitOfWork(
        deps,
        {
          identity,
          actorUserId: officer.userId,
          requestId: request.id,
          now: deps.now(),
        },
        { what: 'gov.officer.file', events: [accessEvents.personRead], auditRequired: () => true },
        async (tx) => {
          const found = (await findFile(tx, call.id, call.file_id)) ?? (await refuseHidden(tx, call.id));
          if (found.user_id === officer.userId) fail(govErrors.own_application);
          requireReadable(deps.files.stateOf(found), false);
          const application = (await findApplication(tx, call.id)) ?? fail(kernelErrors.not_found);
          recordAccess(tx, {
            personId: application.person_id,
            actor: officer,
            row: 'gov.officer.file',
            matter: matterOf(application),
            ...officeOf(application),
          });
          return found;
        },
      );
      return sendPaper(deps.files, request, reply, deps.database.reader(identity), file);
    },
  };
}
