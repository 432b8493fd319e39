import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ListenOptions, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { errorMessage, passwordRequest, startupMessage, startupParameters } from './messages.ts';
import type { Postgres } from './postgres.ts';
import { exchangeMessages, query } from './query.ts';
import { MessageReader } from './reader.ts';
import type { StatementDeadline } from './statement-deadline.ts';

export interface WireServer {
  /** The TCP port, or null on a Unix socket. */
  readonly port: number | null;
  close(): Promise<void>;
}

export interface WireServerOptions {
  listen: ListenOptions;
  password: string;
  /** Ends statements that run longer than their session allows; without it none is ended. */
  deadline?: StatementDeadline;
  /** Called if the session could not be reset for the next client. */
  onFailure: (error: unknown) => void;
  /** The time a second connection waits for the first to end. */
  patienceMs?: number;
}

/**
 * The most requests run before their answers go out. With all waiting requests in one batch, the
 * engine and its client took turns waiting, each idle half of the time.
 */
const answeredTogether = 4;

const cancelRequest = 80_877_102;
const encryptionRequests = new Set([80_877_103, 80_877_104]);

/**
 * Serves one PostgreSQL session to one client at a time: a connection has the engine to itself
 * until it ends, and leaves no transaction, settings or prepared statements to the next.
 */
export async function startWireServer(
  postgres: Postgres,
  { listen, password, deadline, onFailure, patienceMs = 10_000 }: WireServerOptions,
): Promise<WireServer> {
  // One start-up serves all sessions, since its answer is the same for every client.
  const welcome = await exchangeMessages(postgres, startupMessage);
  const waitForTurn = oneAtATime(patienceMs);
  const sockets = new Set<Socket>();
  const sessions = new Set<Promise<void>>();

  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    const session = serve(socket).finally(() => {
      sockets.delete(socket);
      sessions.delete(session);
    });
    sessions.add(session);
  });

  async function serve(socket: Socket): Promise<void> {
    socket.on('error', () => socket.destroy());
    try {
      const reader = new MessageReader(socket);
      const parameters = await readStartup(reader, socket);
      if (!parameters) return;
      if (!(await signIn(reader, socket, password))) return;
      const leave = await waitForTurn();
      if (!leave)
        return refuseConnection(socket, '53300', 'The embedded database serves one connection.');
      const timeoutMs = Number(parameters.get('statement_timeout') ?? 0);
      await hold(reader, socket, timeoutMs).finally(leave);
    } catch {
      // A client that disconnects or breaks the protocol only loses its own connection.
    } finally {
      socket.end();
    }
  }

  async function hold(reader: MessageReader, socket: Socket, timeoutMs: number): Promise<void> {
    try {
      socket.write(welcome);
      for (;;) {
        const requests = await reader.requests(answeredTogether);
        if (!requests) return;
        await answer(requests, socket, timeoutMs);
      }
    } finally {
      await resetSession(postgres).catch(onFailure);
    }
  }

  async function answer(requests: Buffer, socket: Socket, timeoutMs: number): Promise<void> {
    socket.cork();
    deadline?.begin(timeoutMs);
    try {
      await postgres.execute(requests, (bytes) => socket.write(Buffer.from(bytes)));
    } finally {
      deadline?.end();
      socket.uncork();
    }
    if (socket.writableNeedDrain) await once(socket, 'drain');
  }

  await listenOn(server, listen);
  return {
    port: portOf(server),
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await Promise.all(sessions);
    },
  };
}

/**
 * Lets one caller through at a time, in order of arrival. The result waits for its caller's turn
 * and returns the function that ends it; null after a timeout.
 */
function oneAtATime(patienceMs: number): () => Promise<(() => void) | null> {
  let last = Promise.resolve();
  return async () => {
    const before = last;
    const { promise, resolve: leave } = Promise.withResolvers<void>();
    last = before.then(() => promise);
    const timeout = pause(patienceMs, false, { ref: false });
    if (await Promise.race([before.then(() => true), timeout])) return leave;
    leave();
    return null;
  };
}

/**
 * Answers requests before the start-up message and returns that message's parameters; null when
 * none comes.
 */
async function readStartup(
  reader: MessageReader,
  socket: Socket,
): Promise<Map<string, string> | null> {
  for (;;) {
    const packet = await reader.packet();
    const code = packet?.readInt32BE(4) ?? cancelRequest;
    if (!packet || code === cancelRequest) return null;
    if (!encryptionRequests.has(code)) return startupParameters(packet);
    socket.write('N');
  }
}

async function signIn(reader: MessageReader, socket: Socket, password: string): Promise<boolean> {
  socket.write(passwordRequest);
  const message = await reader.message();
  if (!message) return false;
  if (timingSafeEqual(hashBytes(message.subarray(5, -1)), hashBytes(Buffer.from(password))))
    return true;
  refuseConnection(socket, '28P01', 'The password is wrong.');
  return false;
}

function refuseConnection(socket: Socket, code: string, text: string): void {
  socket.write(errorMessage(code, text));
}

/** Rolls back a client's open transaction, and drops its settings, statements and locks. */
async function resetSession(postgres: Postgres): Promise<void> {
  if (postgres.inTransaction()) await query(postgres, 'ROLLBACK');
  await query(postgres, 'DISCARD ALL');
}

function hashBytes(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

async function listenOn(server: Server, options: ListenOptions): Promise<void> {
  server.listen(options);
  await once(server, 'listening');
}

function portOf(server: Server): number | null {
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? null) : null;
}
