import type { ReactNode, SubmitEvent } from 'react';
import { type EnquiryAbout, enquiryFields } from './enquiry-about';
import { preloadLeadForm, useLeadForm } from './lead-form';
import './EnquiryButton.css';

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

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Safari gives a pressed button no focus, and the dialog could not give it back.
    event.currentTarget.querySelector('button')?.focus({ preventScroll: true });
    onClick?.();
    open(about);
  };

  return (
    <form className="enq" action="/enquiry" method="get" onSubmit={onSubmit}>
      {enquiryFields(about).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button
        type="submit"
        className={className}
        aria-label={label}
        onPointerEnter={preloadLeadForm}
        onFocus={preloadLeadForm}
      >
        {children}
      </button>
    </form>
  );
}
