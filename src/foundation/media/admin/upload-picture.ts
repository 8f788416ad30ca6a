import { HttpError, request } from '../../../lib/network/http-client';
import { MINUTE } from '../../../lib/time/durations';
import type { StoredPicture, UploadTarget } from '../contract';
import {
  explainUnsupportedName,
  explainUnsupportedType,
  maxPictureBytes,
  supportedTypes,
  svgType,
} from '../picture-formats';

export type PictureKind = 'image' | 'logo';

const listTypes = (kind: PictureKind) =>
  kind === 'logo' ? [...supportedTypes, svgType] : supportedTypes;

/** Returns the value for a file input's `accept`. */
export const getAcceptedTypes = (kind: PictureKind): string => listTypes(kind).join(',');

/** Error messages (specification, section 5). */
const alerts = {
  size: 'File size must be less than 10MB',
  type: 'Please select an image file',
  failed: 'Failed to upload file. Please try again.',
} as const;

/** A failed upload. `message` is the alert; `reason` says why it failed and what to do. */
export class UploadError extends Error {
  readonly reason: string | undefined;

  constructor(message: string, reason?: string) {
    super(message);
    this.reason = reason;
  }
}

interface Options {
  kind: PictureKind;
  /** Runs a request that needs the session, and repeats it if the session had expired. */
  retryAfterSignIn: <T>(xhr: () => Promise<T>) => Promise<T>;
  /** Called with the fraction sent, 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

function checkFile(file: File, kind: PictureKind): void {
  if (file.size > maxPictureBytes) throw new UploadError(alerts.size);
  if (listTypes(kind).includes(file.type)) return;
  // Some systems report no type for newer formats. In that case, check the file name; the server
  // checks the bytes.
  const reason = explainUnsupportedType(file.type) ?? explainUnsupportedName(file.name);
  if (reason || file.type !== '') throw new UploadError(alerts.type, reason);
}

/** Maximum time without progress. The whole upload may take longer on a slow connection. */
const maxStallMs = MINUTE;

/**
 * Sends a file. Uses XMLHttpRequest, because `fetch` does not report upload progress.
 * @returns the response's body
 */
function sendFile(file: File, url: string, { onProgress, signal }: Options): Promise<string> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout>;
    const restartStallTimer = () => {
      clearTimeout(timer);
      timer = setTimeout(() => xhr.abort(), maxStallMs);
    };
    restartStallTimer();
    xhr.addEventListener('loadend', () => clearTimeout(timer));
    xhr.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      restartStallTimer();
      if (lengthComputable) onProgress(loaded / total);
    });
    xhr.addEventListener('load', () => {
      if (xhr.status >= 200 && xhr.status < 300) resolve(xhr.responseText);
      else reject(new HttpError(xhr.status, xhr.responseText || xhr.statusText));
    });
    xhr.addEventListener('error', () => reject(new TypeError('The upload failed.')));
    xhr.addEventListener('abort', () =>
      reject(signal.aborted ? signal.reason : new TypeError('The upload stalled.')),
    );
    signal.addEventListener('abort', () => xhr.abort());
    xhr.open('PUT', url);
    if (file.type) xhr.setRequestHeader('Content-Type', file.type);
    xhr.send(file);
  });
}

function toUploadError(error: unknown): UploadError {
  const status = error instanceof HttpError ? error.status : 0;
  if (status === 413) return new UploadError(alerts.size);
  const reason = error instanceof HttpError ? error.body.message : undefined;
  return new UploadError(status === 415 ? alerts.type : alerts.failed, reason);
}

/** Uploads a picture. @throws UploadError, or the signal's reason when aborted */
export async function uploadPicture(file: File, options: Options): Promise<StoredPicture> {
  const { kind, signal, retryAfterSignIn } = options;
  checkFile(file, kind);
  try {
    const { uploadURL } = await retryAfterSignIn(() =>
      request<UploadTarget>(`/api/objects/upload${kind === 'logo' ? '?purpose=logo' : ''}`, {
        method: 'POST',
        signal,
      }),
    );
    signal.throwIfAborted();
    return JSON.parse(await sendFile(file, uploadURL, options));
  } catch (error) {
    signal.throwIfAborted();
    throw toUploadError(error);
  }
}
