import { openSftp, type SftpConnection, type SftpSettings } from './sftp-connection.ts';

export interface SftpPool {
  /** Lends the least busy connection until `release`. */
  take(): Promise<Lease>;
  /**
   * Runs work that may run twice, again on a new connection when its own was lost: a connection that was cut while
   * idle is noticed only by its next request, and the others were most likely cut with it.
   */
  run<T>(work: (lease: Lease) => Promise<T>): Promise<T>;
  close(): void;
}

export interface Lease {
  readonly connection: SftpConnection;
  release(): void;
}

const mostConnections = 4;
/** Transfers that share a connection before another one is opened. */
const sharedBy = 4;

interface Slot {
  connection: Promise<SftpConnection>;
  opened: SftpConnection | undefined;
  users: number;
}

export function createSftpPool(settings: SftpSettings): SftpPool {
  let slots: Slot[] = [];

  const openSlot = (): Slot => {
    const slot: Slot = { connection: openSftp(settings), opened: undefined, users: 0 };
    slot.connection.then(
      (opened) => {
        slot.opened = opened;
      },
      () => {
        slots = slots.filter((other) => other !== slot);
      },
    );
    slots.push(slot);
    return slot;
  };
  const choose = (): Slot => {
    slots = slots.filter(({ opened }) => opened === undefined || opened.isOpen);
    const [least] = [...slots].sort((one, other) => one.users - other.users);
    const isFull = least === undefined || (least.users >= sharedBy && slots.length < mostConnections);
    return isFull ? openSlot() : least;
  };
  const lend = async (slot: Slot): Promise<Lease> => {
    slot.users += 1;
    let isHeld = true;
    const release = () => {
      if (isHeld) slot.users -= 1;
      isHeld = false;
    };
    try {
      return { connection: await slot.connection, release };
    } catch (error) {
      release();
      throw error;
    }
  };
  const take = () => lend(choose());
  const run: SftpPool['run'] = async (work) => {
    const first = await take();
    try {
      return await work(first);
    } catch (error) {
      first.release();
      if (first.connection.isOpen) throw error;
    }
    const second = await lend(openSlot());
    try {
      return await work(second);
    } catch (error) {
      second.release();
      throw error;
    }
  };
  return {
    take,
    run,
    close: () => {
      for (const { connection } of slots)
        void connection.then(
          (opened) => opened.close(),
          () => undefined,
        );
    },
  };
}
