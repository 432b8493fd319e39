import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

/** A server that treats a connection badly, before TLS or within it. */
export interface BadServer {
  layer: 'tcp' | 'tls';
  treat: (socket: Socket, reset: () => void) => void;
}

const ok = 'HTTP/1.1 200 OK\r\n';
const calendar = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n';
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`;

/** Repeats a text as long as the other side takes it. */
function flood(socket: Socket, text: string): void {
  const block = text.repeat(Math.ceil(4_000 / text.length));
  const write = () => {
    while (socket.writable && socket.write(block));
  };
  socket.on('drain', write);
  write();
}

/** Sends a text again and again, a character at a time. */
function drip(socket: Socket, text: string): void {
  let at = 0;
  const tap = setInterval(() => socket.write(text[at++ % text.length] ?? ''), 20);
  socket.on('close', () => clearInterval(tap));
}

const tcp = (treat: BadServer['treat']): BadServer => ({ layer: 'tcp', treat });

/** Answers once the request is there. */
const answering = (treat: BadServer['treat']): BadServer => ({
  layer: 'tls',
  treat: (socket, reset) => socket.once('data', () => treat(socket, reset)),
});

const saying = (text: string): BadServer => answering((socket) => socket.write(text));
const hangingUpAfter = (text: string): BadServer => answering((socket) => socket.end(text));

const resettingAfter = (text: string): BadServer =>
  answering((socket, reset) => socket.write(text, reset));
const flooding = (text: string, start = ''): BadServer =>
  answering((socket) => {
    socket.write(start);
    flood(socket, text);
  });
const dripping = (text: string, start = ''): BadServer =>
  answering((socket) => {
    socket.write(start);
    drip(socket, text);
  });

/** Servers that never give a calendar, by what they do. */
export const badServers: Record<string, BadServer> = {
  'never begins TLS': tcp(() => {}),
  'hangs up before TLS': tcp((socket) => socket.end()),
  'resets before TLS': tcp((socket) => socket.resetAndDestroy()),
  'hangs up within TLS': tcp((socket) => socket.once('data', () => socket.end('\x16\x03\x03'))),
  'resets within TLS': tcp((socket) => socket.once('data', () => socket.resetAndDestroy())),
  'answers TLS with nonsense': tcp((socket) => socket.end('nonsense')),
  'answers TLS without end': tcp((socket) => drip(socket, '\x16\x03\x03\x40\x00')),
  'answers TLS without encryption': tcp((socket) => socket.end(`${ok}\r\n${calendar}`)),
  'says nothing after TLS': { layer: 'tls', treat: () => {} },
  'hangs up after TLS': { layer: 'tls', treat: (socket) => socket.end() },
  'resets after TLS': { layer: 'tls', treat: (_, reset) => reset() },
  'says nothing to the request': saying(''),
  'switches protocols': saying(
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  ),
  'switches protocols to none': saying('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
  'switches protocols and hangs up': hangingUpAfter('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
  'switches protocols and floods': flooding('x', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'),
  'says 100 and no more': saying('HTTP/1.1 100 Continue\r\n\r\n'),
  'says 100 without end': flooding('HTTP/1.1 100 Continue\r\n\r\n'),
  'says 102 without end': flooding('HTTP/1.1 102 Processing\r\n\r\n'),
  'says 103 without end': flooding('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'),
  'says 103 now and then': dripping('HTTP/1.1 103 Early Hints\r\n\r\n'),
  'says half a status': saying('HTTP/1.1 2'),
  'says half a head': saying(`${ok}Content-Type: text/cal`),
  'hangs up in the head': hangingUpAfter(`${ok}Content-Type: text/cal`),
  'resets in the head': resettingAfter(`${ok}Content-Type: text/cal`),
  'has a head without end': flooding('X-Header: value\r\n', ok),
  'has a header without end': flooding('x', `${ok}X-Header: `),
  'sends its head a byte at a time': dripping('X-A: b\r\n', ok),
  'answers as HTTP/0.9': hangingUpAfter(calendar),
  'answers as HTTP/2': saying('\0\0\x12\x04\0\0\0\0\0'),
  'answers in nonsense': saying('\0\0\0\0\r\n\r\n'),
  'gives two lengths': saying(`${ok}Content-Length: 5\r\nContent-Length: 6\r\n\r\n${calendar}`),
  'gives a length and chunks': saying(
    `${ok}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ),
  'gives a negative length': saying(`${ok}Content-Length: -1\r\n\r\n${calendar}`),
  'promises more than it sends': saying(`${ok}Content-Length: 1000\r\n\r\n${calendar}`),
  'promises more and hangs up': hangingUpAfter(`${ok}Content-Length: 1000\r\n\r\n${calendar}`),
  'promises more and resets': resettingAfter(`${ok}Content-Length: 1000\r\n\r\n${calendar}`),
  'has no length and stays': saying(`${ok}Connection: keep-alive\r\n\r\n${calendar}`),
  'sends its body a byte at a time': dripping(calendar, `${ok}\r\n`),
  'has a body without end': flooding('x', `${ok}\r\n`),
  'has chunks of nonsense': saying(`${chunked}zz\r\n${calendar}`),
  'has a chunk of any size': saying(`${chunked}fffffffffffffffffff\r\n${calendar}`),
  'has chunks without end': flooding('1\r\nx\r\n', chunked),
  'has a chunk extension without end': flooding('x', `${chunked}1;a=`),
  'has half a chunk': saying(`${chunked}ff\r\nx`),
  'never ends its chunks': saying(`${chunked}5\r\nBEGIN\r\n`),
  'has half a trailer': saying(`${chunked}5\r\nBEGIN\r\n0\r\nX-Trailer: `),
  'has trailers without end': flooding('X-Trailer: x\r\n', `${chunked}5\r\nBEGIN\r\n0\r\n`),
  'sends its trailers a byte at a time': dripping('X-A: b\r\n', `${chunked}5\r\nBEGIN\r\n0\r\n`),
  'sends a bomb': answering((socket) => {
    socket.write(`${ok}Content-Encoding: gzip\r\n\r\n`);
    socket.end(gzipSync(Buffer.alloc(50_000_000)));
  }),
  'says 204 and stays': saying('HTTP/1.1 204 No Content\r\n\r\n'),
  'says 304 and stays': saying('HTTP/1.1 304 Not Modified\r\n\r\n'),
  'says 407 and stays': saying('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'),
  'says 500 with a body without end': flooding('x', 'HTTP/1.1 500 Oh\r\n\r\n'),
  'leads nowhere': saying('HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n'),
  'leads to nonsense': saying('HTTP/1.1 302 Found\r\nLocation: https://\r\n\r\n'),
  'leads to itself': saying('HTTP/1.1 302 Found\r\nLocation: /\r\n\r\n'),
  'leads to itself with a body without end': flooding(
    'x',
    'HTTP/1.1 302 Found\r\nLocation: /\r\n\r\n',
  ),
  'leads to itself slowly': answering((socket) =>
    setTimeout(() => socket.write('HTTP/1.1 302 Found\r\nLocation: /\r\n\r\n'), 150),
  ),
};
