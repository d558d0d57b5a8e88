import type { Module } from '../../kernel/module.ts';
import { type AuditLogDeps, auditLogRows } from './routes.ts';

export function auditLog(deps: AuditLogDeps): Module {
  return { name: 'audit-log', rows: auditLogRows(deps), errors: {}, events: {} };
}
