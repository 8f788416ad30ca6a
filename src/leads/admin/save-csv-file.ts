/** Saves CSV as a file, through the browser's download. */
export function saveCsvFile(name: string, csv: string): void {
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The started download keeps its own reference to the blob.
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
