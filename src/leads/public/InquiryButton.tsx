import type { MouseEvent, ReactNode } from 'react';
import { type InquiryTopic, toQueryFields } from '../inquiry/inquiry-topic';
import { inquiryFormId, preloadLeadForm, useLeadForm } from './LeadFormProvider';

interface Props extends InquiryTopic {
  className?: string;
  /** Accessible name, if the text alone does not say what the inquiry is about. */
  label?: string;
  onClick?: () => void;
  children: ReactNode;
}

/** Opens the lead form. Without JavaScript it opens /enquiry with the same topic. */
export function InquiryButton({ className, label, onClick, children, ...topic }: Props) {
  const { open } = useLeadForm();
  // At most one field: a button has one name and value.
  const [[name, value] = []] = toQueryFields(topic);

  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    // Safari does not focus a clicked button, so the dialog could not return the focus to it.
    event.currentTarget.focus({ preventScroll: true });
    onClick?.();
    open(topic);
  };

  return (
    <button
      type="submit"
      form={inquiryFormId}
      name={name}
      value={value}
      className={className}
      aria-label={label}
      onClick={handleClick}
      onPointerEnter={preloadLeadForm}
      onFocus={preloadLeadForm}
    >
      {children}
    </button>
  );
}
