/**
 * @module Runs before every script of a device's document: cookies and WebSockets, which no service worker
 * can provide, come from the console through the surrounding page.
 */
(() => {
  /** @returns {LongwireShell | undefined} */
  function findShell() {
    try {
      /** @type {Window} */
      let at = window;
      while (at !== at.parent) {
        at = at.parent;
        if (at.location.pathname === '/.longwire/page.html') return at.longwire;
      }
    } catch {
      // A foreign page is in between: this document is not in the console's frame.
    }
    return undefined;
  }

  const found = findShell();
  if (found === undefined) return;
  const shell = found;

  // The request for this document had a referrer: reset the counter of door.js.
  sessionStorage.removeItem('longwire-door');

  Object.defineProperty(Document.prototype, 'cookie', {
    configurable: true,
    enumerable: true,
    get: () => shell.cookieText(location.pathname),
    set(text) {
      setCookie(String(text));
    },
  });

  /** The console stores the cookie; meanwhile the surrounding page caches it, because a script can read what
   * /** it has just set.
   * @param {string} text
   */
  function setCookie(text) {
    const [pair = '', ...rest] = text.split(';');
    const equals = pair.indexOf('=');
    const attributes = new Map(
      rest.map((each) => {
        const [key = '', ...value] = each.split('=');
        return [key.trim().toLowerCase(), value.join('=').trim()];
      }),
    );
    if (attributes.has('httponly')) return;
    const wanted = attributes.get('path') ?? '';
    const end = location.pathname.lastIndexOf('/');
    const path = wanted.startsWith('/') ? wanted : location.pathname.slice(0, end) || '/';
    const isGone =
      Number(attributes.get('max-age') ?? 1) <= 0 ||
      Date.parse(attributes.get('expires') ?? '') <= Date.now();
    const name = equals === -1 ? '' : pair.slice(0, equals).trim();
    shell.replaceCookie({ name, value: pair.slice(equals + 1).trim(), path }, isGone);
    shell.setCookie(text, location.pathname);
  }

  const NativeWebSocket = window.WebSocket;

  /** A WebSocket to this device; the console is the other end. */
  class DeviceWebSocket extends EventTarget {
    static CONNECTING = 0;
    static OPEN = 1;
    static CLOSING = 2;
    static CLOSED = 3;
    CONNECTING = 0;
    OPEN = 1;
    CLOSING = 2;
    CLOSED = 3;
    readyState = 0;
    bufferedAmount = 0;
    protocol = '';
    extensions = '';
    /** @type {BinaryType} */
    binaryType = 'blob';
    #port;

    /**
     * @param {URL} url
     * @param {string[]} protocols
     */
    constructor(url, protocols) {
      super();
      this.url = url.href;
      this.#port = shell.openSocket(url.pathname + url.search, protocols);
      this.#port.onmessage = ({ data }) => this.#handle(data);
    }

    /** @param {string | Blob | ArrayBuffer | ArrayBufferView} data */
    send(data) {
      if (this.readyState === 0) throw new DOMException('Still in CONNECTING state.', 'InvalidStateError');
      if (this.readyState !== 1) return;
      const message = data instanceof Blob || typeof data !== 'object' ? data : bytesOf(data);
      this.bufferedAmount += sizeOf(message);
      this.#port.postMessage({ type: 'message', data: message });
    }

    /**
     * @param {number} [code]
     * @param {string} [reason]
     */
    close(code, reason = '') {
      if (code !== undefined && code !== 1000 && !(code >= 3000 && code <= 4999))
        throw new DOMException(
          'The code must be either 1000, or between 3000 and 4999.',
          'InvalidAccessError',
        );
      if (new TextEncoder().encode(reason).length > 123)
        throw new DOMException('The reason must not be longer than 123 bytes.', 'SyntaxError');
      if (this.readyState >= 2) return;
      this.readyState = 2;
      this.#port.postMessage({ type: 'close', code, reason });
    }

    /** @param {any} message */
    #handle(message) {
      if (message.type === 'open' && this.readyState === 0) {
        this.readyState = 1;
        this.protocol = message.protocol;
        this.dispatchEvent(new Event('open'));
      } else if (message.type === 'message') {
        this.#port.postMessage({ type: 'read', bytes: sizeOf(message.data) });
        if (this.readyState === 1) this.#deliver(message.data);
      } else if (message.type === 'sent') {
        this.bufferedAmount -= message.bytes;
      } else if (message.type === 'close') {
        this.readyState = 3;
        this.#port.close();
        if (!message.wasClean) this.dispatchEvent(new Event('error'));
        this.dispatchEvent(new CloseEvent('close', message));
      }
    }

    /** @param {string | ArrayBuffer} data */
    #deliver(data) {
      const given = typeof data === 'string' || this.binaryType === 'arraybuffer' ? data : new Blob([data]);
      this.dispatchEvent(new MessageEvent('message', { data: given, origin: new URL(this.url).origin }));
    }
  }

  for (const type of ['open', 'message', 'error', 'close']) {
    /** @type {WeakMap<EventTarget, { handler: Function, bound: EventListener }>} */
    const handlers = new WeakMap();
    Object.defineProperty(DeviceWebSocket.prototype, `on${type}`, {
      configurable: true,
      get() {
        return handlers.get(this)?.handler ?? null;
      },
      set(handler) {
        const before = handlers.get(this);
        if (before !== undefined) this.removeEventListener(type, before.bound);
        handlers.delete(this);
        if (typeof handler !== 'function') return;
        const bound = handler.bind(this);
        handlers.set(this, { handler, bound });
        this.addEventListener(type, bound);
      },
    });
  }

  /** Copies a buffer: the sender may overwrite it right after the call.
   * @param {ArrayBuffer | ArrayBufferView} data
   */
  function bytesOf(data) {
    if (data instanceof ArrayBuffer) return data.slice(0);
    return new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice().buffer;
  }

  /** @param {string | Blob | ArrayBuffer | ArrayBufferView} data */
  function sizeOf(data) {
    if (typeof data === 'string') return new TextEncoder().encode(data).length;
    return data instanceof Blob ? data.size : data.byteLength;
  }

  window.WebSocket = new Proxy(NativeWebSocket, {
    construct(target, [address, protocols = []], newTarget) {
      const url = URL.parse(address, location.href.replace(/^http/u, 'ws'));
      const isOwn = url?.host === location.host && /^(?:ws|http)s?:$/u.test(url.protocol);
      if (!isOwn) return Reflect.construct(target, [address, protocols], newTarget);
      url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
      return new DeviceWebSocket(url, [protocols].flat().map(String));
    },
    get: (target, key) => (key === 'prototype' ? DeviceWebSocket.prototype : Reflect.get(target, key)),
  });

  /** Keeps links inside the frame. Links to other sites and downloads are offered by the console: the
   * /** browser's own way is blocked for this frame.
   * @param {MouseEvent} event
   */
  function handleClick(event) {
    const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement && each.href !== '');
    if (!(link instanceof HTMLAnchorElement)) return;
    const { href, download } = link;
    const [isWeb, isMade] = [/^https?:/u.test(href), /^(?:blob|data):/u.test(href)];
    const isElsewhere = isWeb && link.origin !== location.origin;
    const isSaved = link.hasAttribute('download') && !isElsewhere;
    if (isSaved && isMade) {
      // Reason: pages revoke the URL of a blob right after using it.
      const blob = fetch(href).then(async (response) => await response.blob());
      offer(event, () => blob.then((made) => shell.saveBlob(made, download)).catch(() => undefined));
    } else if (isSaved && isWeb) {
      offer(event, () => shell.saveAddress(link.pathname + link.search, download));
    } else if (isElsewhere) {
      link.target = '_blank';
      offer(event, () => shell.openLink(href));
    } else if (isWeb && ['_blank', '_top', '_parent'].includes(link.target)) link.target = '_self';
  }

  /** Runs after the page's own click handlers.
   * @param {MouseEvent} event
   * @param {() => unknown} make
   */
  function offer(event, make) {
    setTimeout(() => {
      if (!event.defaultPrevented) make();
    });
  }

  addEventListener('click', handleClick, true);
  for (const name of /** @type {const} */ (['click', 'dispatchEvent'])) {
    /** @type {Function} */
    const native = HTMLAnchorElement.prototype[name];
    Object.defineProperty(HTMLAnchorElement.prototype, name, {
      configurable: true,
      writable: true,
      /** @param {...unknown} args */
      value(...args) {
        // A click on a link outside the document does not reach the window.
        if (!this.isConnected) this.addEventListener('click', handleClick, { once: true });
        return native.apply(this, args);
      },
    });
  }

  const nativeOpen = window.open;

  /** Opens in an existing frame; null if it would be a new tab.
   * @param {string | URL} address
   * @param {string} target
   * @param {string} features
   */
  function openHere(address, target, features) {
    try {
      return nativeOpen.call(window, address, target, features);
    } catch {
      // Firefox throws where other browsers return null.
      return null;
    }
  }

  /**
   * The frame may not open tabs: a page's windows open in the frame, or are offered if they lead elsewhere.
   */
  window.open = (address = '', target = '_blank', features = '') => {
    const opened = openHere(address, target, features);
    const url = URL.parse(address, document.baseURI);
    if (opened !== null || url === null || String(address) === '') return opened;
    if (url.origin === location.origin) location.href = url.href;
    else shell.openLink(url.href);
    return null;
  };

  addEventListener(
    'submit',
    ({ target }) => {
      if (target instanceof HTMLFormElement && ['_blank', '_top', '_parent'].includes(target.target))
        target.target = '_self';
    },
    true,
  );
})();
