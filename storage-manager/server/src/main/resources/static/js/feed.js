// The one connection to the manager: server-sent events, watched for silence.

const SILENCE_MILLIS = 12_000;
const RETRY_MILLIS = 2_000;

/** Calls handlers.{domains,domain,view,gone,heartbeat}(data), .link(state), and .closed() when refused. */
export class Feed {
  #handlers;
  #source = null;
  #slug = null;
  #lastHeard = 0;
  #retry = 0;

  constructor(handlers) {
    this.#handlers = handlers;
    setInterval(() => this.#watch(), 1_000);
    addEventListener('online', () => this.#connect());
  }

  /** When something was last heard, as Date.now(). */
  get lastHeard() {
    return this.#lastHeard;
  }

  /** Shows the domain with its queues; null: none. */
  show(slug) {
    if (this.#source && this.#slug === slug) return;
    this.#slug = slug;
    this.#connect();
  }

  #connect() {
    clearTimeout(this.#retry);
    this.#source?.close();
    const url = new URL('/api/v1/events', location.href);
    if (this.#slug) url.searchParams.set('domain', this.#slug);
    const source = new EventSource(url);
    this.#source = source;
    for (const name of ['domains', 'domain', 'view', 'gone', 'heartbeat']) {
      source.addEventListener(name, (event) => {
        if (source !== this.#source) return;
        this.#lastHeard = Date.now();
        this.#handlers.link('live');
        this.#handlers[name](JSON.parse(event.data));
      });
    }
    source.onerror = () => {
      if (source !== this.#source) return;
      this.#handlers.link('lost');
      if (source.readyState === EventSource.CLOSED) {
        this.#handlers.closed();
        clearTimeout(this.#retry);
        this.#retry = setTimeout(() => this.#connect(), RETRY_MILLIS);
      }
    };
  }

  #watch() {
    if (this.#lastHeard && Date.now() - this.#lastHeard > SILENCE_MILLIS) {
      this.#handlers.link('lost');
      this.#lastHeard = Date.now() - SILENCE_MILLIS / 2;
      this.#connect();
    }
  }
}
