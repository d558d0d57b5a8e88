import type { Socket } from 'node:net';
import { MailError } from '../../modules/organisations/mail-port.ts';

export interface Reply {
  code: number;
  lines: readonly string[];
}

/** One side of an SMTP connection: a command, then its whole reply. */
export interface Conversation {
  read(): Promise<Reply>;
  say(line: string): Promise<Reply>;
  /** Whether bytes are here that nobody asked for. */
  hasMore(): boolean;
  /** Lets go of the socket, so that another may take it over. */
  detach(): void;
}

const longestReply = 64 * 1024;

export function converse(socket: Socket): Conversation {
  let buffered = '';
  let failure: Error | undefined;
  let wake: (() => void) | undefined;
  const onData = (chunk: Buffer) => {
    buffered += chunk.toString('latin1');
    if (buffered.length > longestReply) failure ??= new MailError('the relay talks without end');
    wake?.();
  };
  const onEnd = () => {
    failure ??= new MailError('the relay hung up');
    wake?.();
  };
  const onError = (error: NodeJS.ErrnoException) => {
    failure ??= error instanceof MailError ? error : new MailError(error.code ?? 'connection failed');
    wake?.();
  };
  socket.on('data', onData).on('close', onEnd).on('error', onError);

  const read = async (): Promise<Reply> => {
    for (;;) {
      const reply = takeReply();
      if (reply !== undefined) return reply;
      if (failure !== undefined) throw failure;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  /** "250-" goes on, "250 " is the last line. */
  const takeReply = (): Reply | undefined => {
    const whole = /^(?:\d{3}-[^\n]*\r\n)*(\d{3})(?: [^\n]*)?\r\n/.exec(buffered);
    if (whole === null) return undefined;
    buffered = buffered.slice(whole[0].length);
    const lines = whole[0].trimEnd().split('\r\n');
    return { code: Number(whole[1]), lines: lines.map((line) => line.slice(4)) };
  };
  return {
    read,
    say: (line) => {
      socket.write(`${line}\r\n`);
      return read();
    },
    hasMore: () => buffered !== '',
    detach: () => {
      socket.off('data', onData).off('close', onEnd).off('error', onError);
    },
  };
}
