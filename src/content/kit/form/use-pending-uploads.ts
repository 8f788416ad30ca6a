import { useRef } from 'react';
import { useToast } from '../../../ui/toast';

/** Tracks a form's uploads. Their fields have the new value only afterwards. */
export function usePendingUploads() {
  const fields = useRef(new Set<string>());
  const toast = useToast();
  return {
    /** Called when a field starts or ends an upload. */
    onPendingChange(name: string, isPending: boolean) {
      if (isPending) fields.current.add(name);
      else fields.current.delete(name);
    },
    /** Returns whether an upload is in progress; if so, shows a toast that the form has to wait. */
    isUploading(): boolean {
      if (fields.current.size === 0) return false;
      toast({
        title: 'The picture is still uploading',
        description: 'Save again when the upload is done.',
      });
      return true;
    },
  };
}
