/** @module A device's own web site: pages, forms, cookies, redirects, streams and WebSockets, as small servers have them. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { WebSocketServer } from 'ws';
import { close, listen, portOf } from '../../scripts/listening.ts';

/** One received request. */
export interface Hit {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

const HTML = { 'content-type': 'text/html; charset=utf-8' };

const page = (title: string, body: string): string =>
  `<!doctype html><html><head><meta name="viewport" content="width=device-width"><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>`;

/** The home page, with its own script. */
const HOME = `<!doctype html>
<!-- a comment before everything -->
<html lang="en"><head><title>Garden</title><meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="/style.css"><script src="/app.js"></script></head>
<body><h1>Garden</h1>
<p id="greeting">nothing yet</p>
<ul><li><a href="/second?from=home#part">Second page</a></li><li><a href="/moved">Moved</a></li>
<li><a href="/second" target="_blank">Second in a tab</a></li><li><a href="/second" target="_top">Second on top</a></li>
<li><a href="/second" rel="noreferrer">Second without referrer</a></li><li><a href="/file">A file</a></li></ul>
<form method="post" action="/login"><label>Name <input name="name"></label><button>Log in</button></form>
<form method="post" action="/upload" enctype="multipart/form-data"><label>File <input type="file" name="file"></label><button>Upload</button></form>
</body></html>`;

const APP = `window.cookieAtStart = document.cookie;
addEventListener('load', async () => {
  const answer = await fetch('/api/hello', { headers: { 'x-from': 'page' } });
  document.querySelector('#greeting').textContent = (await answer.json()).greeting;
});`;

const STYLE = 'h1 { color: rgb(1, 102, 3) } body { font-family: sans-serif; margin: 16px; }';

/** A site on loopback. */
export class WebSite {
  readonly hits: Hit[] = [];
  /** Paths of requests that were aborted before they were answered completely. */
  readonly givenUp: string[] = [];
  /** A test's own pages and answers. */
  readonly pages: Map<string, Handler> = new Map();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response));
    const sockets = new WebSocketServer({
      server: this.#server,
      handleProtocols: (offered) => [...offered][0] ?? false,
    });
    sockets.on('connection', (socket, request) => {
      this.#note(request);
      socket.on('message', (data, isBinary) => {
        if (!isBinary && data instanceof Buffer && data.toString() === 'bye')
          socket.close(4001, 'as you say');
        else socket.send(data, { binary: isBinary });
      });
    });
  }

  static async start(port = 0): Promise<WebSite> {
    const site = new WebSite();
    await listen(site.#server, port);
    return site;
  }

  get port(): number {
    return portOf(this.#server);
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    await close(this.#server);
  }

  /** The requested paths. */
  get paths(): string[] {
    return this.hits.map(({ path }) => path);
  }

  #note({ method = '', url = '', headers }: IncomingMessage): void {
    this.hits.push({ method, path: url, headers });
  }

  /** Leaving the page aborts its uploads. */
  async #answer(handler: Handler, request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await handler(request, response);
    } catch (error) {
      if (!request.destroyed) throw error;
    }
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#note(request);
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    response.once('close', () => {
      if (!response.writableFinished) this.givenUp.push(path);
    });
    const handler = this.pages.get(path) ?? HANDLERS[path];
    if (handler === undefined) response.writeHead(404, HTML).end(page('Not here', ''));
    else await this.#answer(handler, request, response);
  }
}

const HANDLERS: Readonly<Record<string, Handler>> = {
  '/': (_request, response) => response.writeHead(200, { ...HTML, 'x-frame-options': 'DENY' }).end(HOME),
  '/style.css': (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/css', 'content-encoding': 'gzip' }).end(gzipSync(STYLE)),
  '/app.js': (_request, response) => response.writeHead(200, { 'content-type': 'text/javascript' }).end(APP),
  '/api/hello': ({ headers }, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ greeting: `hello from the device, ${String(headers['x-from'])}` })),
  '/second': (_request, response) => response.writeHead(200, HTML).end(page('Second', '<p>more</p>')),
  '/moved': ({ headers }, response) =>
    response.writeHead(302, { location: `http://${headers.host}/second?moved=1` }).end(),
  '/login': async (request, response) => {
    const name = new URLSearchParams((await buffer(request)).toString()).get('name') ?? '';
    response
      .writeHead(303, {
        location: '/account',
        'set-cookie': [
          `session=${name}-secret; Path=/; HttpOnly`,
          'theme=dark; Path=/',
          'gone=1; Path=/; Max-Age=0',
        ],
      })
      .end();
  },
  '/account': ({ headers }, response) =>
    response.writeHead(200, HTML).end(page('Account', `<p id="cookie">${headers.cookie}</p>`)),
  '/upload': async (request, response) => {
    const body = await buffer(request);
    response.writeHead(200, HTML).end(page('Uploaded', `<p id="size">${body.length}</p>`));
  },
  '/sink': async (request, response) => {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const piece of request) {
      if (!(piece instanceof Buffer)) continue;
      hash.update(piece);
      bytes += piece.length;
    }
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
    response.end(JSON.stringify({ bytes, hash: hash.digest('hex'), length, coding }));
  },
  '/echo': async (request, response) => {
    const body = await buffer(request);
    const { method, url, headers } = request;
    response.writeHead(200, { 'content-type': 'application/json', etag: '"one"' });
    response.end(JSON.stringify({ method, url, headers, body: body.toString('latin1') }));
  },
  '/file': (_request, response) =>
    response
      .writeHead(200, {
        'content-type': 'text/plain',
        'content-disposition': 'attachment; filename="notes.txt"',
      })
      .end('notes of the device'),
  '/ranges': ({ headers }, response) => {
    const [, from = '0', to = '9'] = /^bytes=(\d+)-(\d+)$/u.exec(headers.range ?? '') ?? [];
    const part = 'abcdefghijklmnopqrstuvwxyz'.slice(Number(from), Number(to) + 1);
    response
      .writeHead(206, { 'content-range': `bytes ${from}-${to}/26`, 'content-type': 'text/plain' })
      .end(part);
  },
  '/unchanged': (_request, response) => response.writeHead(304, { etag: '"one"' }).end(),
  '/events': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: first\n\n');
  },
  '/big': (request, response) => {
    let left = Number(new URL(request.url ?? '', 'http://x').searchParams.get('bytes'));
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': left });
    const block = Buffer.alloc(64 * 1024, 7);
    const more = (): void => {
      while (left > 0) {
        const piece = block.subarray(0, left);
        left -= piece.length;
        if (!response.write(piece)) return void response.once('drain', more);
      }
      response.end();
    };
    more();
  },
  '/hang': (_request, response) => void response.writeHead(200, HTML).write('<!doctype html><p>wait'),
};
