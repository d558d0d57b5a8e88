// Run after every change of catalogue.json: `node apps/server/src/modules/apps/development/sign.ts`.
import { createPrivateKey } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signCatalogue } from '../catalogue.ts';
import { developmentCatalogue } from './index.ts';

const key = createPrivateKey(readFileSync(join(import.meta.dirname, 'key.pem')));
const { apps } = JSON.parse(readFileSync(developmentCatalogue.path, 'utf8')) as { apps: unknown };
const signed = signCatalogue({ generated_at: new Date().toISOString(), key_id: 'development', apps }, key);
writeFileSync(developmentCatalogue.path, `${JSON.stringify(signed, null, 2)}\n`);
