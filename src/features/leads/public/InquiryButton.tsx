import type { MouseEvent, ReactNode } from 'react';
import { type InquiryTopic, toQueryFields } from '../inquiry-topic';
import { inquiryFormId, preloadLeadForm, useLeadForm } from './LeadFormProvider';

interface Props extends InquiryTopic {
  className?: string;
  /** The button's name, where its text alone does not tell what it is about. */
  label?: string;
  /** Called before the form opens. */
  onClick?: () => void;
  children: ReactNode;
}

/** Opens the lead form; without JavaScript, the enquiry page about the same. */
export function InquiryButton({ className, label, onClick, children, ...topic }: Props) {
  const { open } = useLeadForm();
  // One thing at most: a button has one name and value.
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
