import { useState } from 'react';
import type { Publication } from '../define-collection';
import { isSameValue } from './item-values';
import { toPublicationChoice, validateChoice } from './publication-choice';

/** Manages when visitors see what a form saves. */
export function usePublicationChoice(item: Partial<Publication> | undefined) {
  const [initial] = useState(() => toPublicationChoice(item));
  const [choice, setChoice] = useState(initial);
  const [isSubmitted, setIsSubmitted] = useState(false);
  return {
    choice,
    setChoice,
    isChanged: !isSameValue(choice, initial),
    /** Empty until the form is submitted. */
    errors: isSubmitted ? validateChoice(choice) : {},
    /** @returns whether the times make sense */
    validate(): boolean {
      setIsSubmitted(true);
      return Object.keys(validateChoice(choice)).length === 0;
    },
  };
}
