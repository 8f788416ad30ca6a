import { HttpError, request } from '../../../lib/http-client';
import { MINUTE } from '../../../lib/time';
import { explainUnsupportedName, explainUnsupportedType, supportedTypes } from '../picture-formats';

/** Bytes of a picture's file at most (specification, section 5). */
const maxBytes = 10_485_760;

/** For a file input's `accept`. */
export const acceptedTypes = supportedTypes.join(',');

/** The alerts of an upload (specification, section 5). */
const alerts = {
  size: 'File size must be less than 10MB',
  type: 'Please select an image file',
  failed: 'Failed to upload file. Please try again.',
} as const;

/** An upload that came to nothing; its message is the alert, `reason` says why and what to do. */
export class UploadError extends Error {
  readonly reason: string | undefined;

  constructor(message: string, reason?: string) {
    super(message);
    this.reason = reason;
  }
}

interface UploadTarget {
  uploadURL: string;
  servingPath: string;
}

interface Options {
  /** Makes the call that needs the session, once more when it had ended. */
  resume: <T>(xhr: () => Promise<T>) => Promise<T>;
  /** Told how much has been sent, from 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

function checkFile(file: File): void {
  if (file.size > maxBytes) throw new UploadError(alerts.size);
  if (supportedTypes.includes(file.type)) return;
  // Some systems know no type for newer formats: then the name tells, else the server looks at the bytes.
  const reason = explainUnsupportedType(file.type) ?? explainUnsupportedName(file.name);
  if (reason || file.type !== '') throw new UploadError(alerts.type, reason);
}

/** Milliseconds for which an upload may stand still. A slow line may take longer for the whole picture. */
const maxStallMs = MINUTE;

/** `fetch` does not tell how much has been sent. */
function sendFile(file: File, url: string, { onProgress, signal }: Options): Promise<void> {
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
      if (xhr.status >= 200 && xhr.status < 300) resolve();
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

/**
 * Sends a picture to the site.
 * @returns its address, for the field
 * @throws UploadError, or the signal's reason once it is aborted
 */
export async function uploadPicture(file: File, options: Options): Promise<string> {
  const { signal, resume } = options;
  checkFile(file);
  try {
    const { uploadURL, servingPath } = await resume(() =>
      request<UploadTarget>('/api/objects/upload', { method: 'POST', signal }),
    );
    signal.throwIfAborted();
    await sendFile(file, uploadURL, options);
    return servingPath;
  } catch (error) {
    signal.throwIfAborted();
    throw toUploadError(error);
  }
}
