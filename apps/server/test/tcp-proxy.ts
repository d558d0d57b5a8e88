import { createServer, type Socket, connect as tcpConnect } from 'node:net';
import type { TestDatabase } from './database.ts';

/** Proxies between a client and PostgreSQL, and can stop forwarding bytes without closing anything. */
export interface TcpProxy {
  /** The URL of the application role, through this proxy. */
  url: string;
  /** From now on forwards nothing on any connection, or only on those with this application name. */
  deafen(applicationName?: string): void;
  /** A connection that sends this word is stalled from there on. */
  deafenAt(word: string): void;
  deafCount(): number;
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
  deaf: boolean;
}

export async function startProxy(database: TestDatabase): Promise<TcpProxy> {
  const place = new URLSearchParams(database.appUrl.split('?')[1]);
  const links = new Set<Link>();
  let deafName: string | undefined;
  let deafWord: string | undefined;
  let closed = false;
  const isDeaf = (link: Link, bytes?: Buffer) => {
    if (deafName !== undefined && link.greeting.includes(deafName)) link.deaf = true;
    if (deafWord !== undefined && bytes?.includes(deafWord) === true) link.deaf = true;
    return link.deaf;
  };
  const server = createServer((client) => {
    if (closed) {
      client.destroy();
      return;
    }
    const backend = tcpConnect(`${place.get('host')}/.s.PGSQL.${place.get('port')}`);
    const link: Link = { client, backend, greeting: '', deaf: false };
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
    deafen: (applicationName = '') => {
      deafName = applicationName;
    },
    deafenAt: (word) => {
      deafWord = word;
    },
    deafCount: () => [...links].filter((link) => link.deaf).length,
    cut,
    restore: () => {
      deafName = undefined;
      deafWord = undefined;
      closed = false;
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
