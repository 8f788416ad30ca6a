import { useState } from 'react';
import { InputField } from '../../../ui/fields';
import * as styles from './PictureField.module.css';

/** Whether a URL is on this site. The content security policy blocks other pictures. */
const isSameSite = (address: string) => /^\/(?!\/)[^\s\\]*$/.test(address);

interface Props {
  url: string;
  onChange: (url: string) => void;
}

/** Collapsed field for the picture's URL. Most people upload a file instead. */
export function PictureUrlField({ url, onChange }: Props) {
  const [rejected, setRejected] = useState<string | null>(null);
  const isExternal = url !== '' && !isSameSite(url);

  function changeUrl(typed: string) {
    const address = typed.trim();
    const isValid = address === '' || isSameSite(address);
    setRejected(isValid ? null : typed);
    if (isValid) onChange(address);
  }

  return (
    <details className={styles.address}>
      <summary>Use an address</summary>
      <InputField
        label="Address"
        error={
          rejected === null
            ? undefined
            : 'Enter the address of a picture on this site: it begins with /. Upload any other picture.'
        }
        {...(isExternal && {
          hint: 'This picture is on another site, so visitors don’t see it. Upload it instead.',
        })}
        value={rejected ?? url}
        maxLength={500}
        onChange={changeUrl}
      />
    </details>
  );
}
