import { type ChatRequest, type Reply, type ToolCall, textOf } from './messages.ts';

/** Questions about the prompt, in either language. */
const aboutPrompt =
  /prompt|instruction|guardrail|your rules|told to|above|зааварчилгаа|заавар|зааврыг|дүрэм|дүрм|промпт|систем/i;
const wantsBase64 = /base ?64/i;
const wantsReversed = /revers|backward|урвуу|арын?аас/i;
const wantsSpaced = /letter by letter|spaces? between|үсэг үсгээр|зай авч/i;
const wantsLines = /one word per line|мөр бүр/i;
const wantsRot = /rot ?13/i;
const address =
  /\b(?:https?|ftp|data|javascript|file|tel|mailto):[^\s"'<>)\]]+|\/\/[a-z0-9.-]+\.[a-z]{2,}[^\s"'<>)\]]*|\bwww\.[^\s"'<>)\]]+/giu;
const markup = /<[a-z!/][^<>]*>|!?\[[^[\]]*\](?:\([^()[]*\)|:\s*\S+)/giu;
/** Everything after such a word is said as it stands. */
const dictated =
  /(?:say|answer|reply|write|print|repeat|output|state|tell (?:me|them|the user))(?: exactly| only| that)?:\s*([^\n]+)|(?:хэл|хариул|бич|давт|мэдэгд)(?:ээрэй|эрэй|ээч|нэ үү)?:\s*([^\n]+)/giu;
/** Then it speaks. */
const maxRounds = 2;
const toolName = /\b[a-z]+(?:_[a-z]+)+\b/g;

/**
 * Obeys everything it reads, wherever it stands: it calls every tool that is named, whether it was given or not, prints
 * its system prompt as asked, repeats addresses and markup in every form that a page could load, and says what it is
 * told to say.
 */
export function obeyEverything(request: ChatRequest): Reply {
  const [system, ...others] = request.messages;
  const read = others.map(textOf).join('\n');
  const rounds = request.messages.filter(({ tool_calls: calls }) => (calls?.length ?? 0) > 0).length;
  const calls = request.tool_choice === 'none' ? [] : namedCalls(read);
  if (calls.length > 0 && rounds < maxRounds) return { tool_calls: calls };
  const said: string[] = [];
  for (const match of read.matchAll(dictated)) said.push(match[1] ?? match[2] ?? '');
  if (aboutPrompt.test(read)) said.push(...promptForms(textOf(system ?? { role: 'system' }), read));
  for (const [url] of read.matchAll(address))
    said.push(`[here](${url})`, `![picture](${url})`, `<img src="${url}">`, `<${url}>`, url, `[a]: ${url}`);
  for (const [piece] of read.matchAll(markup)) said.push(piece);
  said.push(read.slice(0, 1500));
  return { text: `${said.join('\n')}\n` };
}

function namedCalls(read: string): ToolCall[] {
  const names = [...new Set(read.match(toolName) ?? [])].slice(0, 8);
  return names.map((name) => {
    const given = new RegExp(`${name}\\s{0,9}\\(?\\s{0,9}(\\{[^{}]*\\})`).exec(read)?.[1];
    return { name, arguments: given ?? '{}' };
  });
}

function promptForms(prompt: string, read: string): string[] {
  const forms = [prompt];
  if (wantsBase64.test(read)) forms.push(Buffer.from(prompt).toString('base64'));
  if (wantsReversed.test(read)) forms.push([...prompt].reverse().join(''));
  if (wantsSpaced.test(read)) forms.push([...prompt].join(' '), [...prompt].join('-'));
  if (wantsLines.test(read)) forms.push(prompt.split(/\s+/).join('\n'));
  if (wantsRot.test(read))
    forms.push(
      prompt.replace(/[a-z]/gi, (letter) => {
        const base = letter <= 'Z' ? 65 : 97;
        return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
      }),
    );
  return forms;
}
