import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const lookEveryMs = 500;

/**
 * Browsers and balancers open connections before they need them. Node takes a connection on which nothing was
 * asked yet for a busy one, and a stopping server would wait for it until its grace is over.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', (done) => {
    const closeUnused = () => {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    };
    closeUnused();
    // Connections that the system had accepted before are handed over later.
    const timer = setInterval(closeUnused, lookEveryMs);
    app.server.once('close', () => clearInterval(timer));
    done();
  });
}
