import { oneOf, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';
import type { BrandingMemory } from '../site/index.ts';
import { events } from './events.ts';
import { defineTool, refuse, type Tool } from './tool.ts';

/** One line of plain text: no markup, no control character, no bidirectional control character. */
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

export function rebrandTool(branding: BrandingMemory): Tool {
  return defineTool({
    name: 'rebrand_system',
    description:
      'Changes platform name, logo, organisation details, language and system prompts at runtime. Without a field it only reads.',
    builtin: true,
    parameters: BrandingParameters,
    result: Type.Object({ branding: BrandingView, changed: Type.Array(Type.String()) }),
    event: events.rebranded,
    run: async (params, call) => {
      if (params.logo !== undefined && params.logo !== '') requireImageAddress(params.logo);
      const result = await call.commit(async (tx) => {
        const outcome = await branding.change(tx, params, call.now);
        if (outcome.changed.length > 0) call.note({ changed: outcome.changed });
        return outcome;
      });
      branding.forget();
      return result;
    },
  });
}

function requireImageAddress(logo: string): void {
  const url = URL.canParse(logo) ? new URL(logo) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    refuse('invalid_params', 'logo must be an http or https address of an image');
}
