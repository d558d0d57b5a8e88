import { type AuditEvent, defineEvents } from '../../kernel/audit/events.ts';

/** `arguments` are `name=value`, each cut at 256 characters; `outcome` is started, ok or an error code. */
const fields = ['caller', 'outcome', 'arguments', 'cwd', 'exit_code', 'signal', 'duration_ms', 'changed'];

export const events = defineEvents('tools', {
  commandExecuted: {
    action: 'tools.execute_command',
    about:
      'A diagnostic command was requested: recorded before it runs, and again when it ends or is refused',
    fields,
  },
  insightRecorded: { action: 'tools.record_insight', about: 'An assistant recorded an insight', fields },
  rebranded: {
    action: 'tools.rebrand_system',
    about: 'Name, logo, language or prompts of the platform were changed or read by an assistant',
    fields,
  },
  skillRegistered: { action: 'tools.synthesize_skill', about: 'An assistant registered a skill', fields },
  skillDeleted: { action: 'tools.skill.delete', about: 'A skill was removed', fields },
  skillCalled: {
    action: 'tools.<skill>',
    about:
      'A skill was called, under its own name: once before it runs, and once when it ended or was refused',
    fields,
  },
  keyCreated: {
    action: 'tools.key.create',
    about: 'A key for assistants was made, by an administrator or from the command line',
    fields: ['name', 'caller', 'surfaces', 'scopes', 'expires_at'],
  },
  keyRevoked: {
    action: 'tools.key.revoke',
    about: 'A key for assistants was revoked, by an administrator or from the command line',
    fields: ['name', 'caller'],
  },
});

export function skillEvent(name: string): AuditEvent {
  return { ...events.skillCalled, action: `tools.${name}` };
}
