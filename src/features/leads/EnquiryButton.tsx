import type { MouseEvent, ReactNode } from 'react';
import { type EnquiryAbout, enquiryFields } from './enquiry-about';
import { enquiryFormId, preloadLeadForm, useLeadForm } from './lead-form';

interface Props extends EnquiryAbout {
  className?: string;
  /** The button's name, where its text alone does not tell what it is about. */
  label?: string;
  /** Called before the form opens. */
  onClick?: () => void;
  children: ReactNode;
}

/** Opens the lead form; without JavaScript, the enquiry page about the same. */
export function EnquiryButton({ className, label, onClick, children, ...about }: Props) {
  const { open } = useLeadForm();
  // One thing at most: a button has one name and value.
  const [[name, value] = []] = enquiryFields(about);

  const onPress = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    // Safari gives a pressed button no focus, and the dialog could not give it back.
    event.currentTarget.focus({ preventScroll: true });
    onClick?.();
    open(about);
  };

  return (
    <button
      type="submit"
      form={enquiryFormId}
      name={name}
      value={value}
      className={className}
      aria-label={label}
      onClick={onPress}
      onPointerEnter={preloadLeadForm}
      onFocus={preloadLeadForm}
    >
      {children}
    </button>
  );
}
