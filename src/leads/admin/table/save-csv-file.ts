/** Downloads a URL as a file. @param name by default the server's */
export function downloadFile(url: string, name = ''): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** Saves CSV as a file, through the browser's download. */
export function saveCsvFile(name: string, csv: string): void {
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  downloadFile(url, name);
  // The started download keeps its own reference to the blob.
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
