import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { HttpError, request } from '../../../lib/network/http-client';
import { MINUTE } from '../../../lib/time/durations';
import { useToast } from '../../../ui/toast/toast';
import { useSessionRecovery } from '../../auth/admin/SessionProvider';
import type { StoredPicture, UploadTarget } from '../contract';
import {
  explainUnsupportedName,
  explainUnsupportedType,
  maxPictureBytes,
  supportedTypes,
  svgType,
} from '../picture-formats';

type PictureKind = 'image' | 'logo';

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
class UploadError extends Error {
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
async function uploadPicture(file: File, options: Options): Promise<StoredPicture> {
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

interface Upload {
  name: string;
  /** Percentage sent, 0 to 100. */
  percent: number;
}

interface PictureUploadOptions {
  kind: PictureKind;
  /** Shown as a toast after the upload. */
  successMessage: string;
  onStored: (picture: StoredPicture) => void;
  /** Called when an upload starts and ends. */
  onUploadingChange: ((isUploading: boolean) => void) | undefined;
}

/** Manages one upload at a time. A new one cancels the one in progress. */
export function usePictureUpload({
  kind,
  successMessage,
  onStored,
  onUploadingChange,
}: PictureUploadOptions) {
  const [upload, setUpload] = useState<Upload | null>(null);
  const [failure, setFailure] = useState<UploadError | null>(null);
  const toast = useToast();
  const retryAfterSignIn = useSessionRecovery();
  const abortController = useRef<AbortController | null>(null);
  // Use the latest callback: the form may have changed during the upload.
  const latestOnStored = useRef(onStored);
  latestOnStored.current = onStored;

  // Cancel when the form closes.
  useEffect(() => () => abortController.current?.abort(), []);

  const isUploading = upload !== null;
  const latestOnUploadingChange = useRef(onUploadingChange);
  latestOnUploadingChange.current = onUploadingChange;
  // At once: the form may be saved as soon as it says that the picture is there.
  useLayoutEffect(() => {
    latestOnUploadingChange.current?.(isUploading);
    // A field that is removed during its upload cancels it.
    return () => latestOnUploadingChange.current?.(false);
  }, [isUploading]);

  function cancel() {
    abortController.current?.abort();
    abortController.current = null;
    setUpload(null);
    setFailure(null);
  }

  async function start(file: File | undefined) {
    if (!file) return;
    cancel();
    const controller = new AbortController();
    abortController.current = controller;
    const { signal } = controller;
    setUpload({ name: file.name, percent: 0 });
    try {
      const picture = await uploadPicture(file, {
        kind,
        retryAfterSignIn,
        signal,
        onProgress: (part) => {
          if (!signal.aborted) setUpload({ name: file.name, percent: Math.floor(part * 100) });
        },
      });
      if (signal.aborted) return;
      setUpload(null);
      latestOnStored.current(picture);
      toast({ title: successMessage });
    } catch (error) {
      if (signal.aborted) return;
      setUpload(null);
      if (!(error instanceof UploadError)) throw error;
      setFailure(error);
      const description = error.reason && { description: error.reason };
      toast({ title: error.message, tone: 'bad', ...description });
    }
  }

  // `failure` says why the last upload failed, until the next one starts.
  return { upload, failure, start, cancel };
}

export type PictureUpload = ReturnType<typeof usePictureUpload>;
