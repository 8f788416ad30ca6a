import { Fragment } from 'react';

/** An email address with line-break opportunities before the @ and the dots of the domain. */
export function BreakableEmail({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <>
      {email.slice(0, at)}
      {email
        .slice(at)
        .split(/(?=\.)/)
        .map((part, index) => (
          <Fragment key={index}>
            <wbr />
            {part}
          </Fragment>
        ))}
    </>
  );
}
