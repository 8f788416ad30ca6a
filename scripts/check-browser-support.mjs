import { relative } from 'node:path';
import { build, parseSync } from 'vite';
import { acceptedFeatures } from './browser-support/accepted-features.mjs';
import { collectDeclaredNames, scanScript } from './browser-support/scan-script.mjs';
import { scanStyles } from './browser-support/scan-styles.mjs';

/**
 * Prints each use of a feature that a declared browser lacks and that the code does not test for.
 * Scans what a build ships to browsers, packages included, against MDN's compatibility data.
 * @returns {Promise<boolean>} whether there are none
 */
export async function checkBrowserSupport() {
  const result = await build({
    logLevel: 'error',
    build: { write: false, minify: false, cssMinify: 'lightningcss' },
  });
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  const uses = outputs.flatMap((output) => {
    if (output.type === 'chunk') {
      // Together with the modules: constants that the build inlines are not in the chunk.
      const codes = [output.code, ...Object.values(output.modules).map(({ code }) => code ?? '')];
      const declared = new Set(
        codes.flatMap((code) => [...collectDeclaredNames(parseSync('chunk.js', code).program)]),
      );
      return Object.entries(output.modules).flatMap(([id, { code }]) =>
        code === null ? [] : scanScript(code, relative('.', id), declared),
      );
    }
    if (!output.fileName.endsWith('.css')) return [];
    return scanStyles(String(output.source), output.fileName);
  });
  const problems = uses.filter(
    ({ feature, file }) =>
      !acceptedFeatures.some(
        (accepted) => accepted.feature.test(feature) && file.includes(accepted.in ?? ''),
      ),
  );
  for (const { feature, file, line } of problems) {
    console.error(`${file}: ${feature} is missing in a supported browser: ${line.slice(0, 160)}`);
  }
  return problems.length === 0;
}
