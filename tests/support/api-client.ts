/** The admin's password in all tests. */
export const adminPassword = 'correct horse battery staple';

/** A response of the API. */
export interface ApiResponse {
  status: number;
  headers: Headers;
  /** The parsed JSON, or the text when the response is not JSON. */
  body: unknown;
}

/** An HTTP client for a running server. It stores cookies like a browser. */
export class ApiClient {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();

  constructor(url: string) {
    this.#url = url;
  }

  /** The stored cookies, as the value of a Cookie header. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async request(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse> {
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
  /** Uploads a picture as the browser does: requests an upload URL, then sends the file there. */
  async upload(bytes: Uint8Array, type = 'image/jpeg'): Promise<ApiResponse> {
    const { status, body, headers } = await this.post('/api/objects/upload');
    if (status !== 200) return { status, body, headers };
    const { uploadURL } = body as { uploadURL: string };
    return this.request('PUT', uploadURL, bytes, { 'Content-Type': type });
  }
  delete = (path: string) => this.request('DELETE', path);

  /** @throws when the password is rejected */
  async signIn(password = adminPassword): Promise<void> {
    const { status, body } = await this.post('/api/auth/admin/login', { password });
    if (status !== 200) throw new Error(`Signing in failed: ${status} ${JSON.stringify(body)}`);
  }
}

/** Reads all leads, page by page, as the admin. */
export async function listAllLeads(api: ApiClient): Promise<{ id: string; companyName: string }[]> {
  const leads: { id: string; companyName: string }[] = [];
  let next: string | undefined = '/api/leads?limit=500';
  while (next) {
    const { body, headers } = await api.get(next);
    leads.push(...(body as typeof leads));
    next = /^<([^>]+)>/.exec(headers.get('link') ?? '')?.[1];
  }
  return leads;
}
