import { useToast } from './toast-context';

/** Copies a text. @returns whether the browser allowed it, which it does only over HTTPS */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

interface CopyMessages {
  /** The name of what is copied, such as "Link". */
  name: string;
  /** More about what was copied. */
  detail?: string;
  /** How to get the text when the browser does not allow copying. */
  remedy?: string;
}

/** Returns a function that copies a text and shows whether that worked. */
export function useCopy() {
  const toast = useToast();
  return async (
    text: string,
    { name, detail, remedy = 'Select it and copy it by hand.' }: CopyMessages,
  ): Promise<void> => {
    if (await copyText(text))
      toast({ title: `${name} copied`, ...(detail && { description: detail }) });
    else
      toast({
        title: `The ${name.toLowerCase()} could not be copied`,
        description: remedy,
        tone: 'bad',
      });
  };
}
