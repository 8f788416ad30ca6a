import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../support/operate';

/** Reads a file of `deploy`. */
export const readDeployFile = (name: string) =>
  readFileSync(join(projectRoot, 'deploy', name), 'utf8');

interface Instruction {
  name: string;
  text: string;
}

/** Reads a Dockerfile's instructions, with continued lines joined. */
const readInstructions = (dockerfile: string): Instruction[] =>
  dockerfile
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .flatMap((line) => {
      const [, name, text] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
      return name !== undefined && text !== undefined ? [{ name, text }] : [];
    });

/** Reads the last stage, which is what runs. */
export function readImage() {
  const instructions = readInstructions(readDeployFile('Dockerfile'));
  const start = instructions.findLastIndex(({ name }) => name === 'FROM');
  const stage = instructions.slice(start);
  const find = (wanted: string) => stage.find(({ name }) => name === wanted)?.text ?? '';
  const health = find('HEALTHCHECK');
  return {
    buildCommands: instructions
      .slice(0, start)
      .flatMap(({ name, text }) => (name === 'RUN' ? [text] : [])),
    user: find('USER'),
    env: Object.fromEntries(
      find('ENV')
        .split(/\s+/)
        .map((pair): [string, string] => [
          pair.slice(0, pair.indexOf('=')),
          pair.slice(pair.indexOf('=') + 1),
        ]),
    ),
    command: JSON.parse(find('CMD')) as string[],
    healthCommand: JSON.parse(health.slice(health.indexOf('['))) as string[],
  };
}
