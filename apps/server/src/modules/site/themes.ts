import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Language } from '../../kernel/http/language.ts';
import { type Unchanged, unchanged } from '../../kernel/http/row.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { announceChange } from './published.ts';
import { configBytes, type ThemeBody, type ThemeConfig, type ThemeView } from './schemas.ts';
import { deleteTheme, findTheme, insertTheme, switchTheme, updateTheme } from './store.ts';

const mostThemes = 50;

export async function createTheme(tx: WriteTx, body: ThemeBody, language: Language): Promise<ThemeView> {
  const config = serialise(body.config ?? {}, language);
  const theme = await insertTheme(tx, { name: body.name, config, now: tx.now, most: mostThemes });
  if (theme === undefined) fail(errors.too_many_themes);
  tx.audit(events.themeCreated, { target: theme.id, metadata: { name: theme.name } });
  return theme;
}

export async function changeTheme(
  tx: WriteTx,
  id: string,
  body: ThemeBody,
  language: Language,
): Promise<ThemeView> {
  const config = body.config === undefined ? null : serialise(body.config, language);
  const theme = await updateTheme(tx, id, { name: body.name, config, now: tx.now });
  if (theme === undefined) fail(kernelErrors.not_found);
  tx.audit(events.themeChanged, {
    target: id,
    metadata: { name: theme.name, is_active: theme.is_active },
  });
  if (theme.is_active) announceChange(tx);
  return theme;
}

export async function activateTheme(tx: WriteTx, id: string): Promise<ThemeView | Unchanged<ThemeView>> {
  const theme = await switchTheme(tx, id, tx.now);
  if (theme === undefined) return unchanged((await findTheme(tx, id)) ?? fail(kernelErrors.not_found));
  tx.audit(events.themeActivated, { target: id, metadata: { name: theme.name } });
  announceChange(tx);
  return theme;
}

export async function removeTheme(tx: WriteTx, id: string): Promise<void> {
  const removed = await deleteTheme(tx, id);
  if (removed === undefined)
    fail((await findTheme(tx, id)) === undefined ? kernelErrors.not_found : errors.theme_active);
  tx.audit(events.themeDeleted, { target: id, metadata: { name: removed.name } });
}

/** An address that runs a script when followed, in case a page ever makes a link of a text. */
const activeAddress = /^[\s\p{Cf}]*(?:javascript|vbscript|data|blob|file)\s*:/iu;
const refusedText = {
  mn: 'Энд энгийн текст бичнэ үү: ажиллах хаяг зөвшөөрөхгүй.',
  en: 'must be plain text: an address that runs code is not accepted',
};

function serialise(config: ThemeConfig, language: Language): string {
  for (const [tongue, texts] of Object.entries(config.landing ?? {}))
    for (const [key, text] of Object.entries(texts ?? {}))
      if (activeAddress.test(text))
        fail(kernelErrors.validation_failed, {
          data: {
            errors: [
              { field: `config.landing.${tongue}.${key}`, tag: 'custom', message: refusedText[language] },
            ],
          },
        });
  const text = JSON.stringify(config);
  if (Buffer.byteLength(text) > configBytes) fail(kernelErrors.payload_too_large);
  return text;
}
