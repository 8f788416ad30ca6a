import { useState } from 'react';
import { Field } from '../../ui/Field';

/** An address on this site; the content-security policy shows no other picture. */
const isOwn = (address: string) => /^\/(?!\/)[^\s\\]*$/.test(address);

interface Props {
  url: string;
  onChange: (url: string) => void;
}

/** The picture's address, for who knows one. Tucked away: an upload is what most people want. */
export function PictureAddress({ url, onChange }: Props) {
  const [refused, setRefused] = useState<string | null>(null);
  const isForeign = url !== '' && !isOwn(url);

  function take(typed: string) {
    const address = typed.trim();
    const isTaken = address === '' || isOwn(address);
    setRefused(isTaken ? null : typed);
    if (isTaken) onChange(address);
  }

  return (
    <details className="pic-adr">
      <summary>Use an address</summary>
      <Field
        label="Address"
        error={
          refused === null
            ? undefined
            : 'Only a picture of this site can be shown: an address that begins with /. Upload any other.'
        }
        {...(isForeign && { hint: 'This one is on another site, and visitors see no picture.' })}
      >
        {(control) => (
          <input
            {...control}
            className="in"
            value={refused ?? url}
            maxLength={500}
            onChange={(event) => take(event.target.value)}
          />
        )}
      </Field>
    </details>
  );
}
