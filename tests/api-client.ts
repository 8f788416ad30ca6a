/** An answer of the API. */
export interface ApiAnswer {
  status: number;
  headers: Headers;
  /** Parsed when it is JSON, else its text. */
  body: unknown;
}

/** Calls a running server like a browser of its own: cookies are kept. */
export class ApiClient {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();

  constructor(url: string) {
    this.#url = url;
  }

  /** Its cookies, as a request's header has them. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async request(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer> {
    const { cookie } = this;
    const response = await fetch(new URL(path, this.#url), {
      method,
      redirect: 'manual',
      headers: {
        ...(cookie && { Cookie: cookie }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body),
      }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = line.match(/^([^=]+)=([^;]*)/) ?? [];
      if (value) this.#cookies.set(name, value);
      else this.#cookies.delete(name);
    }
    const text = await response.text();
    const isJson = /^application\/([\w.-]+\+)?json/.test(
      response.headers.get('content-type') ?? '',
    );
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text ? JSON.parse(text) : text,
    };
  }

  get = (path: string, headers?: Record<string, string>) =>
    this.request('GET', path, undefined, headers);
  post = (path: string, body?: unknown, headers?: Record<string, string>) =>
    this.request('POST', path, body, headers);
  patch = (path: string, body: unknown) => this.request('PATCH', path, body);
  /** Sends a picture's file, as the browser does: an address is asked for, then used. */
  async upload(bytes: Uint8Array, type = 'image/jpeg'): Promise<ApiAnswer> {
    const { status, body, headers } = await this.post('/api/objects/upload');
    if (status !== 200) return { status, body, headers };
    const { uploadURL } = body as { uploadURL: string };
    return this.request('PUT', uploadURL, bytes, { 'Content-Type': type });
  }
  delete = (path: string) => this.request('DELETE', path);

  /** @throws when the password is refused */
  async signIn(password: string): Promise<void> {
    const { status, body } = await this.post('/api/auth/admin/login', { password });
    if (status !== 200) throw new Error(`Signing in failed: ${status} ${JSON.stringify(body)}`);
  }
}
