import type { TestProject } from 'vitest/node';
import { findProgram, installDebianPackages } from '../support/debian-packages';

interface Engine {
  name: string;
  programs: string[];
  packages: string[];
}

const engines = {
  webkit: {
    name: 'WebKit',
    programs: ['WebKitWebDriver', 'Xvfb'],
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
  firefox: { name: 'Firefox', programs: ['firefox-esr'], packages: ['firefox-esr'] },
  chromium: {
    name: 'Chromium',
    programs: ['chromedriver', 'chromium'],
    packages: ['chromium-driver', 'chromium'],
  },
} satisfies Record<string, Engine>;

export type EngineName = keyof typeof engines;

/** The paths of an engine's programs, or the reason why it is not available. */
type Programs = { paths: string[] } | { missing: string };

declare module 'vitest' {
  interface ProvidedContext {
    /** The browser engine of a project's tests. */
    browserEngine: EngineName;
    browserPrograms: Programs;
  }
}

function findPrograms({ programs }: Engine): string[] | undefined {
  const paths = programs.flatMap((name) => findProgram(name) ?? []);
  return paths.length === programs.length ? paths : undefined;
}

function providePrograms(name: EngineName): Programs {
  const engine = engines[name];
  if (!findPrograms(engine)) installDebianPackages(engine.name, engine.packages);
  const paths = findPrograms(engine);
  if (paths) return { paths };
  return { missing: `There is no ${engine.name} on this machine, and it could not be installed.` };
}

/** Finds the programs of a project's engine, or installs Debian's packages when running as root. */
export default function setup(project: TestProject): void {
  const { browserEngine } = project.getProvidedContext();
  project.provide('browserPrograms', providePrograms(browserEngine));
}
