export interface ServerEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
  /** Pause before the next connection, if the server names one. */
  readonly retryMs: number | undefined;
}

/** Server-sent events of one connection, as the HTML standard parses them. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  let text = '';
  let id = '';
  for await (const chunk of iterate(body)) {
    text += decoder.decode(chunk, { stream: true });
    // A lone CR at the end may be the first half of CRLF.
    const blocks = text.replace(/\r\n?(?!$)/g, '\n').split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = block.split('\n').map(readField);
      const last = (name: string) => fields.findLast((field) => field.name === name)?.value;
      const data = fields.filter((field) => field.name === 'data').map((field) => field.value);
      id = last('id') ?? id;
      const retry = last('retry');
      if (data.length > 0)
        yield {
          id,
          event: last('event') ?? 'message',
          data: data.join('\n'),
          retryMs: retry === undefined ? undefined : Number(retry),
        };
    }
  }
}

function readField(line: string): { name: string; value: string } {
  const at = line.indexOf(':');
  if (at < 0) return { name: line, value: '' };
  return { name: line.slice(0, at), value: line.slice(at + 1).replace(/^ /, '') };
}

/** Safari cannot iterate a stream directly. */
async function* iterate(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
