import { useEffect, useRef, useState } from 'react';
import { useToast } from '../../../ui/toast';
import { useSessionRecovery } from '../../auth/admin/SessionProvider';
import { UploadError, uploadPicture } from './upload-picture';

interface Upload {
  name: string;
  /** What has been sent, 0 to 100. */
  percent: number;
}

interface Options {
  /** Said when it is stored. */
  successMessage: string;
  onStored: (url: string) => void;
  /** Told when an upload begins and when it is over. */
  onUploadingChange: ((isUploading: boolean) => void) | undefined;
}

/** One upload at a time; a new one takes the place of the one under way. */
export function usePictureUpload({ successMessage, onStored, onUploadingChange }: Options) {
  const [upload, setUpload] = useState<Upload | null>(null);
  const [failure, setFailure] = useState<UploadError | null>(null);
  const toast = useToast();
  const resume = useSessionRecovery();
  const abortController = useRef<AbortController | null>(null);
  // What the form has come to hold while the picture was sent must not be put back by its end.
  const latestOnStored = useRef(onStored);
  latestOnStored.current = onStored;

  // A form that is closed wants its picture no more.
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
      const url = await uploadPicture(file, {
        resume,
        signal,
        onProgress: (part) => {
          if (!signal.aborted) setUpload({ name: file.name, percent: Math.floor(part * 100) });
        },
      });
      if (signal.aborted) return;
      setUpload(null);
      latestOnStored.current(url);
      toast({ title: successMessage });
    } catch (error) {
      if (signal.aborted) return;
      setUpload(null);
      if (!(error instanceof UploadError)) throw error;
      setFailure(error);
      toast({
        title: error.message,
        tone: 'bad',
        ...(error.reason && { description: error.reason }),
      });
    }
  }

  return {
    upload,
    /** Why the last one came to nothing, until the next one starts. */
    failure,
    start,
    cancel,
  };
}
