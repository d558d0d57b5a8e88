import { createServer, type Socket, connect as tcpConnect } from 'node:net';
import type { TestDatabase } from './database.ts';

/** Proxies between a client and PostgreSQL, and can stop forwarding bytes without closing anything. */
export interface TcpProxy {
  /** The URL of the application role, through this proxy. */
  url: string;
  /** From now on forwards nothing on any connection, or only on those with this application name. */
  stall(applicationName?: string): void;
  /** A connection that sends this word is stalled from there on. */
  stallAt(word: string): void;
  stalledCount(): number;
  /** Closes every connection, and new ones on arrival. */
  cut(): void;
  /** Forwards new connections again; a stalled one stays stalled. */
  restore(): void;
  close(): Promise<void>;
}

interface Link {
  client: Socket;
  backend: Socket;
  /** The client's first bytes: the startup message, which names the application. */
  greeting: string;
  stalled: boolean;
}

export async function startProxy(database: TestDatabase): Promise<TcpProxy> {
  const place = new URLSearchParams(database.appUrl.split('?')[1]);
  const links = new Set<Link>();
  let stalledName: string | undefined;
  let stallWord: string | undefined;
  let closed = false;
  const isDeaf = (link: Link, bytes?: Buffer) => {
    if (stalledName !== undefined && link.greeting.includes(stalledName)) link.stalled = true;
    if (stallWord !== undefined && bytes?.includes(stallWord) === true) link.stalled = true;
    return link.stalled;
  };
  const server = createServer((client) => {
    if (closed) {
      client.destroy();
      return;
    }
    const backend = tcpConnect(`${place.get('host')}/.s.PGSQL.${place.get('port')}`);
    const link: Link = { client, backend, greeting: '', stalled: false };
    links.add(link);
    client.on('data', (bytes) => {
      if (link.greeting === '') link.greeting = bytes.toString('latin1');
      if (!isDeaf(link, bytes)) backend.write(bytes);
    });
    backend.on('data', (bytes) => {
      if (!isDeaf(link)) client.write(bytes);
    });
    const end = () => {
      links.delete(link);
      client.destroy();
      backend.destroy();
    };
    for (const socket of [client, backend]) socket.on('error', () => undefined).on('close', end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const cut = () => {
    closed = true;
    for (const { client, backend } of links) {
      client.destroy();
      backend.destroy();
    }
  };
  return {
    url: `postgres://tamga_app@127.0.0.1:${port}/${database.name}`,
    stall: (applicationName = '') => {
      stalledName = applicationName;
    },
    stallAt: (word) => {
      stallWord = word;
    },
    stalledCount: () => [...links].filter((link) => link.stalled).length,
    cut,
    restore: () => {
      stalledName = undefined;
      stallWord = undefined;
      closed = false;
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
