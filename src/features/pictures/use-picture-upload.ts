import { useEffect, useRef, useState } from 'react';
import { useToast } from '../../ui/toast';
import { useLastingSession } from '../auth/SessionWatch';
import { UploadError, uploadPicture } from './upload-picture';

interface Upload {
  name: string;
  /** What has been sent, 0 to 100. */
  percent: number;
}

interface Options {
  /** Said when it is stored. */
  done: string;
  onStored: (url: string) => void;
  /** Told when an upload begins and when it is over. */
  onRunning: ((isRunning: boolean) => void) | undefined;
}

/** One upload at a time; a new one takes the place of the one under way. */
export function usePictureUpload({ done, onStored, onRunning }: Options) {
  const [upload, setUpload] = useState<Upload | null>(null);
  const [failure, setFailure] = useState<UploadError | null>(null);
  const toast = useToast();
  const resume = useLastingSession();
  const running = useRef<AbortController | null>(null);
  // What the form has come to hold while the picture was sent must not be put back by its end.
  const latest = useRef(onStored);
  latest.current = onStored;

  // A form that is closed wants its picture no more.
  useEffect(() => () => running.current?.abort(), []);

  const isRunning = upload !== null;
  const tell = useRef(onRunning);
  tell.current = onRunning;
  useEffect(() => tell.current?.(isRunning), [isRunning]);

  function cancel() {
    running.current?.abort();
    running.current = null;
    setUpload(null);
    setFailure(null);
  }

  async function start(file: File | undefined) {
    if (!file) return;
    cancel();
    const controller = new AbortController();
    running.current = controller;
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
      latest.current(url);
      toast({ title: done });
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
