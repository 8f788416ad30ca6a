import { useEffect, useRef, useState } from 'react';
import { useToast } from '../../../ui/toast/toast';
import { useSessionRecovery } from '../../auth/admin/SessionProvider';
import type { StoredPicture } from '../contract';
import { type PictureKind, UploadError, uploadPicture } from './upload-picture';

interface Upload {
  name: string;
  /** Percentage sent, 0 to 100. */
  percent: number;
}

interface Options {
  kind: PictureKind;
  /** Shown as a toast after the upload. */
  successMessage: string;
  onStored: (picture: StoredPicture) => void;
  /** Called when an upload starts and ends. */
  onUploadingChange: ((isUploading: boolean) => void) | undefined;
}

/** Manages one upload at a time. A new one cancels the one in progress. */
export function usePictureUpload({ kind, successMessage, onStored, onUploadingChange }: Options) {
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
  useEffect(() => latestOnUploadingChange.current?.(isUploading), [isUploading]);

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
