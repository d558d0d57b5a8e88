import { role } from '../../kernel/http/access.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import { readPageQuery } from '../../kernel/http/time-cursor.ts';
import { type ApiKeyRow, listApiKeys } from '../../kernel/security/api-key-store.ts';
import type { EnvironmentKey } from '../../kernel/security/api-keys.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { superadminErrors, superadminEvents } from '../superadmin/index.ts';
import { readCalls } from './calls.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { makeToolKey, withdrawToolKey } from './keys.ts';
import {
  CallPage,
  CallQuery,
  MadeToolKey,
  SkillList,
  ToolKeyBody,
  ToolKeyList,
  ToolKeyRef,
} from './schemas.ts';
import type { Skills } from './skills/skills.ts';

export interface AdministrationDeps {
  readonly keyring: Keyring;
  readonly environmentKeys: readonly EnvironmentKey[];
  readonly skills: Skills;
}

const access = role('admin');
const asSystem = 'keys, skills and calls of assistants belong to the platform and not to a person';
const viewKey = (row: ApiKeyRow) => ({ ...row, from_environment: false });

/** Rows of the administration about assistants. */
export function administrationRows(deps: AdministrationDeps): readonly Row[] {
  return [
    read({
      id: 'admin.tools.keys',
      path: '/admin/tools/keys',
      access,
      asSystem,
      reply: ToolKeyList,
      errors: [],
      summary: 'API keys, including those of the settings and revoked ones',
      handler: async ({ db }) => {
        const fromSettings = deps.environmentKeys.map(({ id, name, display }) => ({
          id,
          name,
          display,
          surfaces: ['tools'],
          scopes: null,
          created_at: null,
          expires_at: null,
          last_used_at: null,
          revoked_at: null,
          from_environment: true,
        }));
        const items = [...fromSettings, ...(await listApiKeys(db)).map(viewKey)];
        return { items, total: items.length };
      },
    }),
    write({
      id: 'admin.tools.keys.create',
      method: 'POST',
      path: '/admin/tools/keys',
      access,
      asSystem,
      body: ToolKeyBody,
      reply: MadeToolKey,
      status: 201,
      idempotent: true,
      noStore: true,
      errors: [superadminErrors.step_up_required],
      audit: [events.keyCreated, superadminEvents.stepUpAsked],
      freshProof: 'always',
      summary:
        'Make a key for an assistant, shown this once; it opens no tool that is not named, and ends after 90 days',
      handler: async ({ actor, body, tx }) => {
        const { row, secret } = await makeToolKey(tx, deps.keyring, body, actor.userId);
        return { ...viewKey(row), key: secret };
      },
    }),
    write({
      id: 'admin.tools.keys.revoke',
      method: 'DELETE',
      path: '/admin/tools/keys/:id',
      access,
      asSystem,
      params: ToolKeyRef,
      reply: ToolKeyList.properties.items.items,
      errors: [errors.environment_tool_key],
      audit: [events.keyRevoked],
      summary: 'Revoke a key of an assistant, at once and on every instance',
      handler: async ({ actor, params, tx }) => viewKey(await withdrawToolKey(tx, params.id, actor.userId)),
    }),
    read({
      id: 'admin.tools.skills',
      path: '/admin/tools/skills',
      access,
      reply: SkillList,
      errors: [],
      summary: 'Skills that assistants registered',
      handler: async () => {
        const items = [...(await deps.skills.all())];
        return { items, total: items.length };
      },
    }),
    read({
      id: 'admin.tools.calls',
      path: '/admin/tools/calls',
      access,
      query: CallQuery,
      reply: CallPage,
      errors: [],
      summary: 'Calls of assistants with their outcome, newest first; filtered by tool when given',
      handler: ({ db, query }) => readCalls(db, query.tool, readPageQuery(query)),
    }),
  ];
}
