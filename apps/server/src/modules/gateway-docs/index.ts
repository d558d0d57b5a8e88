import type { Module } from '../../kernel/module.ts';
import { events } from './events.ts';
import { documentRows } from './routes.ts';
import { names } from './schemas.ts';

/** Documentation of the services of the gateway, for developers who call them. */
export function gatewayDocs(): Module {
  return { name: 'gateway-docs', rows: documentRows, errors: {}, events, schemas: names };
}
