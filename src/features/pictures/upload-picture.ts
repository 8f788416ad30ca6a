import { HttpError, request } from '../../lib/http';
import { explainUnreadName, explainUnreadType, readTypes } from './picture-formats';

/** Bytes of a picture's file at most (specification, section 5). */
const maxBytes = 10_485_760;

/** For a file input's `accept`. */
export const acceptedTypes = readTypes.join(',');

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

interface Upload {
  uploadURL: string;
  servingPath: string;
}

interface Options {
  /** Makes the call that needs the session, once more when it had ended. */
  resume: <T>(call: () => Promise<T>) => Promise<T>;
  /** Told how much has been sent, from 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

function checkFile(file: File): void {
  if (file.size > maxBytes) throw new UploadError(alerts.size);
  if (readTypes.includes(file.type)) return;
  // Some systems know no type for newer formats: then the name tells, else the server looks at the bytes.
  const reason = explainUnreadType(file.type) ?? explainUnreadName(file.name);
  if (reason || file.type !== '') throw new UploadError(alerts.type, reason);
}

/** Milliseconds for which an upload may stand still. A slow line may take longer for the whole picture. */
const maxStallMs = 60_000;

/** `fetch` does not tell how much has been sent. */
function send(file: File, url: string, { onProgress, signal }: Options): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout>;
    const watch = () => {
      clearTimeout(timer);
      timer = setTimeout(() => call.abort(), maxStallMs);
    };
    watch();
    call.addEventListener('loadend', () => clearTimeout(timer));
    call.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      watch();
      if (lengthComputable) onProgress(loaded / total);
    });
    call.addEventListener('load', () => {
      if (call.status >= 200 && call.status < 300) resolve();
      else reject(new HttpError(call.status, call.responseText || call.statusText));
    });
    call.addEventListener('error', () => reject(new TypeError('The upload failed.')));
    call.addEventListener('abort', () =>
      reject(signal.aborted ? signal.reason : new TypeError('The upload stood still.')),
    );
    signal.addEventListener('abort', () => call.abort());
    call.open('PUT', url);
    if (file.type) call.setRequestHeader('Content-Type', file.type);
    call.send(file);
  });
}

function alertOf(error: unknown): UploadError {
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
      request<Upload>('/api/objects/upload', { method: 'POST', signal }),
    );
    signal.throwIfAborted();
    await send(file, uploadURL, options);
    return servingPath;
  } catch (error) {
    signal.throwIfAborted();
    throw alertOf(error);
  }
}
