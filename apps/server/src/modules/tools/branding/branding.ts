import { createHash } from 'node:crypto';
import type { Bus } from '../../../kernel/bus/bus.ts';
import { remember } from '../../../kernel/bus/remembered.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import { open } from '../../../kernel/http/access.ts';
import { type Row, read } from '../../../kernel/http/row.ts';
import { oneOf, type Static, strict, Timestamp, Type } from '../../../kernel/http/schemas.ts';
import { events } from '../events.ts';
import { defineTool, refuse, type Tool, type ToolCall } from '../tool.ts';
import { type BrandingRow, findBranding, lockBranding, writeBranding } from './store.ts';

/** How this platform is called. What nobody set is "" here, and the default where it is shown. */
export interface Branding {
  readonly name: string;
  readonly shortName: string;
  readonly organization: string;
  readonly logo: string;
  readonly language: 'mn' | 'en' | '';
  readonly systemPromptMN: string;
  readonly systemPromptEN: string;
  readonly updatedAt: string | null;
}

export interface BrandingSource {
  /** As it is at this moment, on every instance. */
  current(): Promise<Branding>;
}

const brandingChannel = 'tools.branding';

export interface BrandingMemory extends BrandingSource {
  /** Whoever changed it here sees it at once, before the bus has brought it round. */
  forget(): void;
}

export function createBranding({ database, bus }: { database: Database; bus: Bus }): BrandingMemory {
  const reader = database.reader(systemIdentity);
  const kept = remember(bus, async () => viewOf(await findBranding(reader)));
  const forget = () => kept.forget('it');
  bus.on(brandingChannel, forget);
  return { current: () => kept.load('it'), forget };
}

/** One line of text that is only ever shown as text: no markup, no control character, nothing that turns its direction. */
const line = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, pattern: '^[^<>\\p{Cc}\\p{Cs}\\p{Bidi_Control}]*$', description }));
const prompt = (description: string) =>
  Type.Optional(Type.String({ maxLength: 8000, pattern: '^(?:[^\\p{Cc}\\p{Cs}]|[\\n\\t])*$', description }));

const BrandingParameters = strict({
  name: line(120, 'Name of the platform; "" goes back to the default, here and in every other field'),
  shortName: line(40, 'Short name'),
  organization: line(200, 'Organisation that runs the platform'),
  logo: Type.Optional(Type.String({ maxLength: 2048, description: 'Address of an image, http or https' })),
  language: Type.Optional(oneOf('mn', 'en', '')),
  systemPromptMN: prompt('System prompt of the assistant in Mongolian'),
  systemPromptEN: prompt('System prompt of the assistant in English'),
});
type BrandingParameters = Static<typeof BrandingParameters>;

const columnOf = {
  name: 'name',
  shortName: 'short_name',
  organization: 'organization',
  logo: 'logo',
  language: 'language',
  systemPromptMN: 'system_prompt_mn',
  systemPromptEN: 'system_prompt_en',
} as const;

const BrandingView = Type.Object({
  name: Type.String(),
  shortName: Type.String(),
  organization: Type.String(),
  logo: Type.String(),
  language: Type.String(),
  systemPromptMN: Type.String(),
  systemPromptEN: Type.String(),
  updatedAt: Type.Union([Timestamp, Type.Null()]),
});

export function rebrandTool(memory: BrandingMemory): Tool {
  return defineTool({
    name: 'rebrand_system',
    description:
      'Changes platform name, logo, organisation details, language and system prompts at runtime. Without a field it only reads.',
    builtin: true,
    parameters: BrandingParameters,
    result: Type.Object({ branding: BrandingView, changed: Type.Array(Type.String()) }),
    event: events.rebranded,
    run: async (params, call) => {
      const result = await rebrand(params, call);
      memory.forget();
      return result;
    },
  });
}

async function rebrand(params: BrandingParameters, call: ToolCall) {
  if (params.logo !== undefined && params.logo !== '') requireImageAddress(params.logo);
  return call.commit(async (tx) => {
    const row = await lockBranding(tx);
    if (row === undefined) throw new Error('the row of the branding is missing');
    const { updated_at: _, ...next } = row;
    const changed: string[] = [];
    for (const [field, column] of Object.entries(columnOf) as [keyof typeof columnOf, keyof typeof next][]) {
      const given = params[field]?.trim();
      if (given === undefined || given === (row[column] ?? '')) continue;
      Object.assign(next, { [column]: given === '' ? null : given });
      changed.push(field);
    }
    if (changed.length === 0) return { branding: viewOf(row), changed };
    call.note({ changed });
    await writeBranding(tx, next, call.now);
    tx.publish(brandingChannel, {});
    return { branding: viewOf({ ...next, updated_at: call.now.toISOString() }), changed };
  });
}

function requireImageAddress(logo: string): void {
  const url = URL.canParse(logo) ? new URL(logo) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    refuse('invalid_params', 'logo must be an http or https address of an image');
}

function viewOf(row: BrandingRow | undefined): Branding {
  return {
    name: row?.name ?? '',
    shortName: row?.short_name ?? '',
    organization: row?.organization ?? '',
    logo: row?.logo ?? '',
    language: row?.language ?? '',
    systemPromptMN: row?.system_prompt_mn ?? '',
    systemPromptEN: row?.system_prompt_en ?? '',
    updatedAt: row?.updated_at ?? null,
  };
}

const SiteBranding = Type.Object({
  name: Type.String(),
  short_name: Type.String(),
  organization: Type.String(),
  logo: Type.String(),
  language: Type.String(),
});

/** What every page shows of it; the prompts of the assistant are nobody's business. */
export function brandingRows(source: BrandingSource): readonly Row[] {
  return [
    read({
      id: 'site.branding',
      path: '/site/branding',
      access: open('every page is drawn with it, before anybody is known'),
      reply: SiteBranding,
      otherStatus: 304,
      errors: [],
      summary: 'How the platform is called; an empty field means the default',
      handler: async ({ request, reply }) => {
        const { name, shortName, organization, logo, language } = await source.current();
        const shown = { name, short_name: shortName, organization, logo, language };
        const hash = createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22);
        // Weak, because the envelope around the value names the request.
        const etag = `W/"${hash}"`;
        reply.header('etag', etag);
        reply.header('cache-control', 'no-cache');
        const known = (request.header('if-none-match') ?? '').slice(0, 1000).split(',');
        if (known.some((tag) => tag.trim() === etag)) reply.status(304);
        return shown;
      },
    }),
  ];
}
